"""The help of the translators' verbs in French and Spanish; in English it is the verb's own.

By verb, and for options by their English words, so that an option that says something new has no translation
and the tests say so.
"""

from __future__ import annotations

from typing import Final

Said = tuple[str, str]
"""In French and Spanish."""

VERBS: Final[dict[str, Said]] = {
    "diverge": (
        "Trouve où deux versions linguistiques divergent vraiment.\n\nSIDE est deux langues "
        "chargées (en fr), "
        "deux fichiers, ou un fichier qui contient deux langues suivi de leurs codes\u00a0; ou bien donnez "
        "--pairs. Les constats sont des pistes pour qui relit, les plus sûrs et les plus graves "
        "d'abord dans "
        "chaque règle, jamais des verdicts. Code de sortie 1 s'il y a des constats.",
        "Encuentra dónde discrepan de verdad dos versiones en distintos idiomas.\n\nSIDE son dos idiomas "
        "cargados (en fr), dos archivos, o un archivo con dos idiomas seguido de sus códigos; o bien use "
        "--pairs. Los hallazgos son pistas para quien revisa, en cada regla primero los más "
        "seguros y graves, "
        "nunca veredictos. Código de salida 1 si hay hallazgos.",
    ),
    "align": (
        "Met les phrases de deux versions linguistiques face à face.\n\nLes côtés se donnent comme pour "
        "diverge. Dans chaque règle, les phrases sont numérotées à partir de 1\u00a0; un côté "
        "sans phrase est "
        "vide.",
        "Pone frente a frente las frases de dos versiones.\n\nLos lados se dan como en diverge. "
        "En cada regla "
        "las frases se numeran desde 1; un lado sin frase queda vacío.",
    ),
    "attribute": (
        "Dit quelle édition suit chaque côté, par règle et en entier.\n\nLes côtés se donnent comme pour "
        "diverge. L'anglais se reconnaît à ses mots, une traduction à ce qu'elle cite et "
        "compte\u00a0; avec "
        "--by-wordings aussi à ce qu'elle partage avec chaque texte anglais daté qui est chargé. "
        "Dit que c'est "
        "impossible à dire quand ça l'est.",
        "Dice qué edición sigue cada lado, por regla y en conjunto.\n\nLos lados se dan como en "
        "diverge. El "
        "inglés se conoce por sus palabras, una traducción por lo que cita y cuenta; con "
        "--by-wordings también "
        "por lo que comparte con cada texto inglés fechado que esté cargado. Dice que no se "
        "puede decir cuando "
        "no se puede.",
    ),
    "review": (
        "Montre ce qui est ouvert, tranche un constat, liste les décisions.\n\nLes côtés se "
        "donnent comme pour "
        "diverge. Un constat écarté ou corrigé ne revient pas tant qu'aucun de ses textes ne change.",
        "Muestra lo pendiente, decide sobre un hallazgo, lista las decisiones.\n\nLos lados se dan como en "
        "diverge. Un hallazgo descartado o corregido no vuelve mientras no cambie ninguno de sus textos.",
    ),
    "changed": (
        "Montre mot à mot ce qui a changé dans l'original depuis une traduction.\n\nPour chaque "
        "règle\u00a0: "
        "renuméroter, réviser, traduire ou supprimer, puis les mots partis [-ainsi-] et venus "
        "{+ainsi+}, puis "
        "sa traduction.",
        "Muestra palabra por palabra qué cambió en el original desde una traducción.\n\nPara cada regla: "
        "renumerar, revisar, traducir o suprimir; luego las palabras que se fueron [-así-] y las "
        "que llegaron "
        "{+así+}, y su traducción.",
    ),
    "concordance": (
        "Montre chaque phrase qui emploie un terme, avec celle d'en face.\n\nTERM est un mot ou "
        "une expression "
        "de l'une des langues, fléchi ou non\u00a0; puis les côtés comme pour diverge.",
        "Muestra cada frase que usa un término, con la del otro lado.\n\nTERM es una palabra o "
        "expresión de uno "
        "de los idiomas, flexionada o no; después los lados como en diverge.",
    ),
    "fuzzy": (
        "Trouve les phrases déjà traduites qui ressemblent à une nouvelle.\n\nTEXT est une "
        "phrase de la langue "
        "de gauche\u00a0; puis les côtés comme pour diverge. Sans côtés, cherche dans ce qui a "
        "été importé. Les "
        "mots qui diffèrent sont marqués.",
        "Encuentra frases ya traducidas parecidas a una nueva.\n\nTEXT es una frase del idioma "
        "de la izquierda; "
        "después los lados como en diverge. Sin lados, busca en lo importado. Se marcan las palabras que "
        "difieren.",
    ),
    "terms": (
        "Liste les termes d'un jeu, compte leurs traductions, ou en propose.\n\nSans côtés, la "
        "base de termes, "
        "que --game restreint, puis les termes importés. Avec --check ou --candidates, les côtés "
        "comme pour "
        "diverge\u00a0; code de sortie 1 quand un terme a deux traductions.",
        "Lista los términos de un juego, cuenta sus traducciones o propone otros.\n\nSin lados, la base de "
        "términos, que --game restringe, y luego los importados. Con --check o --candidates, los "
        "lados como en "
        "diverge; código de salida 1 cuando un término tiene dos traducciones.",
    ),
    "export": (
        "Écrit des phrases alignées ou des termes pour d'autres outils.\n\nLes côtés se donnent comme pour "
        "diverge\u00a0; tbx écrit la base de termes et n'en demande pas. xliff est la version "
        "2.1, xliff1 la "
        "1.2. Sans --out, tout va sur la sortie standard.",
        "Escribe frases alineadas o términos para otras herramientas.\n\nLos lados se dan como "
        "en diverge; tbx "
        "escribe la base de términos y no los necesita. xliff es la versión 2.1, xliff1 la 1.2. "
        "Sin --out va a "
        "la salida estándar.",
    ),
    "import": (
        "Lit un fichier d'un autre outil et garde ses phrases ou ses termes.\n\nFILE est TMX, "
        "XLIFF (1.2 ou "
        "2.x), PO, CSV, XLSX ou TBX, d'après sa terminaison. Rien n'est remplacé\u00a0: ce qui "
        "diffère d'une "
        "entrée connue est ajouté à côté, avec sa source. Avec --dry-run rien n'est gardé.",
        "Lee un archivo de otra herramienta y guarda sus frases o términos.\n\nFILE es TMX, "
        "XLIFF (1.2 o 2.x), "
        "PO, CSV, XLSX o TBX, según su terminación. Nada se reemplaza: lo que difiere de una "
        "entrada conocida "
        "se añade a su lado, con su fuente. Con --dry-run no se guarda nada.",
    ),
}

OPTIONS: Final[dict[str, Said]] = {
    "Whose terms to check, where the texts do not say.": (
        "De quel jeu vérifier les termes, si les textes ne le disent pas.",
        "De qué juego comprobar los términos, si los textos no lo dicen.",
    ),
    "Only this edition, on both sides.": (
        "Seulement cette édition, des deux côtés.",
        "Solo esta edición, en ambos lados.",
    ),
    "Only this document, such as mtg-cr.": (
        "Seulement ce document, par exemple mtg-cr.",
        "Solo este documento, como mtg-cr.",
    ),
    "A CSV file of pairs: the columns left, right, left_lang, right_lang, and maybe game.": (
        "Un fichier CSV de paires\u00a0: les colonnes left, right, left_lang, right_lang, et peut-être game.",
        "Un archivo CSV de pares: las columnas left, right, left_lang, right_lang, y quizá game.",
    ),
    "Leave out what is less serious.": ("Omet ce qui est moins grave.", "Omite lo menos grave."),
    "Leave out what is less sure.": ("Omet ce qui est moins sûr.", "Omite lo menos seguro."),
    "Where the knowledge base is kept. [env: TCG_RULES_STORE]": (
        "Où la base de connaissances est gardée. [env\u00a0: TCG_RULES_STORE]",
        "Dónde se guarda la base de conocimiento. [env: TCG_RULES_STORE]",
    ),
    "The language of the answer. [env: TCG_RULES_LANG]": (
        "La langue de la réponse et de cette aide. [env\u00a0: TCG_RULES_LANG]",
        "El idioma de la respuesta y de esta ayuda. [env: TCG_RULES_LANG]",
    ),
    "For people, or for programs.": (
        "Pour des gens, ou pour des programmes.",
        "Para personas o para programas.",
    ),
    "Score against the dated English texts that are loaded.": (
        "Compare aussi avec les textes anglais datés qui sont chargés.",
        "Compara también con los textos ingleses fechados que estén cargados.",
    ),
    "What you made of the finding --id.": (
        "Ce que vous décidez du constat --id.",
        "Lo que decide sobre el hallazgo --id.",
    ),
    "The finding, by the id that diverge shows.": (
        "Le constat, par l'identifiant que montre review.",
        "El hallazgo, por el identificador que muestra review.",
    ),
    "Who decides. [env: TCG_RULES_WHO]": (
        "Qui décide. [env\u00a0: TCG_RULES_WHO]",
        "Quién decide. [env: TCG_RULES_WHO]",
    ),
    "Why.": ("Pourquoi.", "Por qué."),
    "List all decisions in the store instead.": (
        "Liste plutôt toutes les décisions gardées.",
        "Lista en su lugar todas las decisiones guardadas.",
    ),
    "The edition that was translated, by name or date.": (
        "L'édition qui a été traduite, par son nom ou sa date.",
        "La edición que se tradujo, por su nombre o su fecha.",
    ),
    "The edition to bring it to; by default the newest that is loaded.": (
        "L'édition à atteindre\u00a0; par défaut la plus récente qui est chargée.",
        "La edición a la que llevarla; por defecto la más reciente cargada.",
    ),
    "The document.": ("Le document.", "El documento."),
    "The language translated from.": ("La langue d'origine.", "El idioma de origen."),
    "The language translated into.": ("La langue de la traduction.", "El idioma de la traducción."),
    "Leave out what is less like it, of 100.": (
        "Omet ce qui ressemble moins, sur 100.",
        "Omite lo que se parece menos, sobre 100.",
    ),
    "Show so many.": ("Combien en montrer.", "Cuántas mostrar."),
    "Count how each term is rendered in the sides.": (
        "Compte comment chaque terme est traduit dans les côtés.",
        "Cuenta cómo se traduce cada término en los lados.",
    ),
    "List phrases of the sides that may be terms.": (
        "Liste des expressions des côtés qui sont peut-être des termes.",
        "Lista expresiones de los lados que quizá sean términos.",
    ),
    "The format.": ("Le format.", "El formato."),
    "Where to write it.": ("Où l'écrire.", "Dónde escribirlo."),
    "Print what the file holds, keep nothing.": (
        "Montre ce que contient le fichier, ne garde rien.",
        "Muestra lo que contiene el archivo, no guarda nada.",
    ),
    "Show this message and exit.": ("Montre cette aide et s'arrête.", "Muestra esta ayuda y termina."),
}

WORDS: Final[dict[str, Said]] = {
    "Usage": ("Utilisation", "Uso"),
    "Options": ("Options", "Opciones"),
    "default": ("par défaut", "por defecto"),
    "required": ("obligatoire", "obligatorio"),
    "your data folder": ("votre dossier de données", "su carpeta de datos"),
}
"""What the help itself says around the verbs and options."""
