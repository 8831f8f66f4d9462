"""What card texts say of control, in sentences written for these tests in the manner of cards."""

from __future__ import annotations

import pytest

from kb.edopro.texts import LANGUAGES, said


def spoken(text: str, language: str) -> list[tuple[str, str]]:
    """Kind and end of everything a text says of control."""
    return [(each.kind.value, each.until) for each in said(text, language)]


CASES = [
    # English, French, Spanish; kind, end
    (
        "Choose 1 lantern; take control of it.",
        "Choisissez 1 lanterne ; prenez-en le contrôle.",
        "Elige 1 farol; toma su control.",
        ("take", ""),
    ),
    (
        "Take control of that lantern until the End Phase, but it cannot shine.",
        "Jusqu'à la End Phase, prenez le contrôle de cette lanterne, mais elle ne peut pas briller.",
        "Hasta la End Phase, toma el control de ese farol, pero no puede brillar.",
        ("take", "PHASE_END"),
    ),
    (
        "Take control of it until the end of the Battle Phase.",
        "Prenez-en le contrôle jusqu'à la fin de la Battle Phase.",
        "Toma su control hasta el final de la Battle Phase.",
        ("take", "PHASE_BATTLE"),
    ),
    (
        "Gain control of it until your next Standby Phase.",
        "Gagnez-en le contrôle jusqu'à votre prochaine Standby Phase.",
        "Gana el control de él hasta tu próxima Standby Phase.",
        ("take", "PHASE_STANDBY"),
    ),
    (
        "While this card is lit, take control of the equipped monster.",
        "Tant que cette carte brille, prenez le contrôle du monstre équipé.",
        "Mientras esta carta brille, toma el control del monstruo equipado.",
        ("take", "while"),
    ),
    (
        "Give control of this card to your opponent.",
        "Donnez le contrôle de cette carte à votre adversaire.",
        "Da el control de esta carta a tu adversario.",
        ("give", ""),
    ),
    (
        "Your opponent gains control of this lantern.",
        "Votre adversaire gagne le contrôle de cette lanterne.",
        "Tu adversario gana el control de este farol.",
        ("give", ""),
    ),
    (
        "Your opponent chooses 1 lantern and gives control of it to you.",
        "Votre adversaire choisit 1 lanterne et vous en donne le contrôle.",
        "Tu adversario elige 1 farol y te da el control de éste.",
        ("take", ""),
    ),
    (
        "Switch control of both lanterns.",
        "Échangez le contrôle des deux lanternes.",
        "Intercambia el control de ambos faroles.",
        ("swap", ""),
    ),
    (
        "Return control of all lanterns to their owners.",
        "Rendez le contrôle de toutes les lanternes à leurs propriétaires.",
        "Devuelve a sus dueños el control de todos los faroles.",
        ("return", ""),
    ),
    (
        "Control of this face-up card cannot switch.",
        "Le contrôle de cette carte ne peut pas être changé.",
        "El control de esta carta no puede cambiar.",
        ("lock", ""),
    ),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_phrases_of_control_are_read_in_three_languages(
    case: tuple[str, str, str, tuple[str, str]], language: str
) -> None:
    assert spoken(case[LANGUAGES.index(language)], language) == [case[3]]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Destroy all monsters you control.", "en"),
        ("If you control a lantern: Draw 1 card.", "en"),
        ("When control of this card changes: Draw 1 card.", "en"),
        ("When your opponent takes control of a lantern you control: Draw 1 card.", "en"),
        ("The lantern you took control of cannot shine.", "en"),
        ("Its battle position cannot be changed.", "en"),
        ("Détruisez tous les monstres que vous contrôlez.", "fr"),
        ("Si votre adversaire contrôle une lanterne : piochez 1 carte.", "fr"),
        ("Lorsque le contrôle de cette carte change : piochez 1 carte.", "fr"),
        ("Si tu adversario controla un farol: roba 1 carta.", "es"),
        ("Cuando cambia el control de esta carta: roba 1 carta.", "es"),
        ("Nimm die Kontrolle.", "de"),
    ],
)
def test_what_only_speaks_of_controlling_changes_nothing(text: str, language: str) -> None:
    assert spoken(text, language) == []


def test_a_duration_counts_in_its_own_clause_only() -> None:
    text = "Take control of it, and if you do, it shines until the End Phase."
    assert spoken(text, "en") == [("take", "")]


def test_the_words_are_those_of_the_text_and_in_its_order() -> None:
    text = "Give control of this card. Then take control of 1 lantern."
    found = said(text, "en")
    assert [each.words for each in found] == ["Give control of", "take control"]
    assert all(text[each.start :].startswith(each.words) for each in found)
