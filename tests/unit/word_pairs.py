"""Forms of game words that must meet in a search, and words that must not."""

from __future__ import annotations

from typing import Final

FRENCH: Final = """
contrôleur contrôleurs; contrôleur controleurs; contrôle controle; contrôler contrôlé; contrôlée contrôlez;
contrôlaient contrôle; propriétaire propriétaires; propriétaire proprietaires; possède possédé;
possession possessions; joueur joueurs; adversaire adversaires; créature créatures; créature creature;
jeton jetons; capacité capacités; capacité capacites; effet effets; règle règles; règle regles; sort sorts;
vol vols; portée portées; coût coûts; coût couts; main mains; bibliothèque bibliothèques;
bibliothèque bibliotheque; cimetière cimetières; cimetière cimetieres; champ champs; bataille batailles;
permanent permanents; permanente permanentes; enchantement enchantements; enchanter enchanté;
enchantée enchantées; équipement équipements; équipement equipements; équiper équipé; équipée équipe;
attacher attaché; attachée attachez; sacrifier sacrifié; sacrifiée sacrifiez; détruire détruit;
détruite détruisez; détruire détruisent; exiler exilé; exilée exilez; défausser défaussé; défausse défaussez;
piocher pioché; pioche piochez; lancer lancé; lance lancez; activer activé; activée activez;
déclencher déclenché; déclenchée déclencheront; résoudre résolu; résolue résout; engager engagé;
dégager dégagé; attaquer attaqué; attaquant attaquants; bloquer bloqué; bloqueur bloqueurs; joyau joyaux;
général généraux; jeu jeux; égal égaux; initial initiaux; mourir meurt; mort morts; devenir devient;
devenu deviennent; garder gardent; attaquent attaque; bloquent bloquer
"""
SPANISH: Final = """
controlador controladores; controladora controladoras; control controles; controlar controlado;
controla controlada; propietario propietarios; propietaria propietarias; dueño dueños; dueño dueno;
jugador jugadores; oponente oponentes; criatura criaturas; ficha fichas; habilidad habilidades;
efecto efectos; regla reglas; hechizo hechizos; maná mana; mano manos; mazo mazos; biblioteca bibliotecas;
cementerio cementerios; campo campos; batalla batallas; permanente permanentes; encantamiento encantamientos;
encantar encantado; encantada encantadas; equipo equipos; equipar equipado; equípalo equipar; anexar anexado;
anexada anexadas; sacrificar sacrificado; sacrifica sacrifique; sacrificio sacrificios; destruir destruido;
destruye destruyen; destruida destruidas; exiliar exiliado; exilia exilie; descartar descartado;
descarta descarte; robar robado; roba robe; lanzar lanzado; lanza lance; activar activado; activada active;
resolver resuelve; resuelto resuelven; girar girado; enderezar endereza; atacar atacante; atacantes ataque;
bloquear bloqueado; bloquea bloquean; jugar juega; juegan jugado; morir muere; volver vuelve; poner puesto;
daño daños; daño dano; vínculo vinculo; devolver devuelve; elegir elige; elegido elijan
"""
ENGLISH: Final = """
controller controllers; control controls; control controlled; controls controlling; owner owners; own owned;
player players; creature creatures; token tokens; ability abilities; spell spells; library libraries;
graveyard graveyards; battlefield battlefields; enchant enchanted; enchantment enchantments; equip equipped;
attach attached; attaches attaching; sacrifice sacrificed; sacrifices sacrificing; destroy destroyed;
exile exiled; die dies; die dying; cast casting; leave left; choose chosen; draw drawn; copy copies;
dealt deal; become became; tap tapped; lose lost
"""
APART: Final = (
    ("es", "maná", "mano"), ("es", "maná", "manos"), ("es", "mana", "mano"),
    ("en", "controller", "control"), ("en", "controllers", "controlled"),
    ("es", "controlador", "control"), ("es", "controladores", "controla"),
    ("fr", "contrôleur", "contrôle"), ("fr", "controleurs", "contrôlée"),
    ("fr", "vol", "voler"), ("fr", "vols", "volé"), ("fr", "sort", "sortir"), ("fr", "sorts", "sortie"),
    ("fr", "portée", "porter"), ("fr", "portées", "porte"), ("fr", "coût", "coûter"),
)  # fmt: skip
"""Language, and two words that a plain stemmer would take for one."""


def pairs(text: str) -> list[tuple[str, str]]:
    """The pairs in one of the texts above."""
    found = [tuple(pair.split()) for pair in text.split(";")]
    return [(one, other) for one, other in found]


MEET: Final = [
    (language, *pair)
    for language, text in (("fr", FRENCH), ("es", SPANISH), ("en", ENGLISH))
    for pair in pairs(text)
]
