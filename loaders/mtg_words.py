"""The words that name the parts of the Comprehensive Rules, in the languages they are published in."""

from __future__ import annotations

import re
from typing import Final

CONTENTS: Final = re.compile(
    r"(?i)(?:table of )?contents|sommaire|table des mati[eè]res|contenido|[íi]ndice de contenidos|"
    r"目录|目錄|目次|목차"
)
GLOSSARY: Final = re.compile(
    r"(?i)glossary|glossaire|glosario|词汇表|詞彙表|用語集|용어집|glossar|glossario|słownik"
)
CREDITS: Final = re.compile(
    r"(?i)credits|cr[ée]dits|cr[ée]ditos|版权信息|制作人员|製作人員|版權資訊|クレジット|크레딧|impressum|index"
)
INTRODUCTION: Final = re.compile(
    r"(?i)introducti?[oó]n|introduction|前言|简介|はじめに|序文|소개|einf[üu]hrung"
)
EXAMPLE: Final = re.compile(
    r"(?i)(?:examples?|exemples?|ejemplos?|beispiele?|esempio?|exemplos?|przykład)\s*:\s*|"
    r"(?:例如|例)\s*[：:，,]\s*|예\s*:\s*"
)
TITLE: Final = re.compile(
    r"(?i)comprehensive\s+rules|r[èe]gles\s+compl[èe]tes|reglas\s+completas|"
    r"完整规则|完整規則|総合ルール|종합 ?규칙"
)
