"""The words that name the parts of the Comprehensive Rules, in the languages they are published in."""

from __future__ import annotations

import re
from typing import Final

CONTENTS: Final = re.compile(
    r"(?i)(?:table of )?contents|sommaire|table des mati[eè]res|contenido|[íi]ndice(?: de contenidos)?|"
    r"inhalt(?:sverzeichnis)?|sommario|indice|sum[áa]rio|spis tre[śs]ci|содержание|оглавление|"
    r"目录|目錄|目次|목차"
)
GLOSSARY: Final = re.compile(
    r"(?i)glossary|glossaire|glosario|词汇表|詞彙表|用語集|용어집|glossar|gloss[áa]rio|słowni(?:k|czek)|глоссарий|словарь"
)
CREDITS: Final = re.compile(
    r"(?i)credits|cr[ée]dits|cr[ée]ditos|版权信息|制作人员|製作人員|版權資訊|クレジット|크레딧|impressum|index|"
    r"danksagung(?:en)?|ringraziamenti|podziękowania|титры|благодарности"
)
INTRODUCTION: Final = re.compile(
    r"(?i)introducti?[oó]n|introduction|前言|简介|はじめに|序文|소개|einf[üu]hrung|einleitung|introduzione|introdução|"
    r"wstęp|wprowadzenie|введение"
)
EXAMPLE: Final = re.compile(
    r"(?i)(?:examples?|exemples?|ejemplos?|beispiele?|esemp[io]{1,2}|exemplos?|przykłady?|"
    r"примеры?)\s*:\s*|(?:例如|例)\s*[：:，,]\s*|예(?:시|제)?\s*[：:]\s*"
)
TITLE: Final = re.compile(
    r"(?i)comprehensive\s+rules|r[èe]gles\s+compl[èe]tes|reglas\s+completas|"
    r"umfassende\w?\s+regel|regole\s+complete|regras\s+(?:completas|abrangentes)|(?:kompletne|pełne)\s+zasady|"
    r"(?:полные|подробные|всеобъемлющие)\s+правила|"
    r"完整规则|完整規則|総合ルール|종합 ?규칙"
)
