"""``python -m kb.cli`` is ``tcg-rules``."""

from kb.cli import main

if __name__ == "__main__":
    main()
