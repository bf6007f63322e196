"""How the languages that we know write numbers, so that a translation's figures can be read by code."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Tongue:
    """A language a text may be put into.

    `scales` has the beginnings of the words that stand behind a number, longest first: "Milliarde" is 10⁹, and the
    German "Billion" is not. Where a language counts in other powers (万, 억, लाख) only those of 10³, 10⁶ and 10⁹ count.
    """

    name: str  # in English, for the prompt
    comma: bool = False  # decimals by comma, thousands by point or blank
    scales: Mapping[str, int]
    denies: str  # a pattern of its words for "not", "no", "never", "without"
    has_words: bool = True  # else a sign of `denies` may be a part of other words: 非常 is "very"


ENGLISH_SCALES = {"thousand": 3, "million": 6, "billion": 9, "trillion": 12}
_SLAVIC = {"тысяч": 3, "тыс": 3, "миллион": 6, "млн": 6, "миллиард": 9, "млрд": 9}

TONGUES: Mapping[str, Tongue] = {
    "zh": Tongue(
        name="Chinese",
        has_words=False,
        denies=r"[不没沒无無未非勿禁]",
        scales={"百万": 6, "百萬": 6, "十亿": 9, "十億": 9, "million": 6, "billion": 9},
    ),
    "ja": Tongue(
        name="Japanese",
        has_words=False,
        denies=r"ない|なく|なし|なかった|ません|ず|[無不未禁非]",
        scales={"百万": 6, "十億": 9, "million": 6, "billion": 9},
    ),
    "ko": Tongue(
        name="Korean",
        has_words=False,
        denies=r"않|없|아니|아닌|못|불가|금지|안 ",
        scales={"백만": 6, "십억": 9, "million": 6, "billion": 9},
    ),
    "hi": Tongue(
        name="Hindi",
        has_words=False,
        denies=r"(?:^|\s)(?:नहीं|न|ना|बिना|मत)(?=[\s।,.]|$)",
        scales={"मिलियन": 6, "बिलियन": 9, "million": 6, "billion": 9},
    ),
    "ar": Tongue(
        name="Arabic",
        has_words=False,
        denies=r"\b(?:[وف]?(?:لا|لم|لن|ليس\w*|غير|دون|بدون|ما)|ب?عدم)\b",
        scales={"ألف": 3, "مليون": 6, "مليار": 9, "million": 6, "billion": 9},
    ),
    "ru": Tongue(name="Russian", comma=True, denies=r"\bне|\bнет\b|\bни|\bбез\b|\bнельзя\b", scales=_SLAVIC),
    "es": Tongue(
        name="Spanish",
        comma=True,
        denies=r"\b(?:no|ni|nunca|jamás|ning[uú]n\w*|nada|sin)\b",
        scales={"mil millones": 9, "millones": 6, "millón": 6, "millardo": 9, "mil": 3},
    ),
    "pt": Tongue(
        name="Portuguese",
        comma=True,
        denies=r"\b(?:não|nem|nunca|jamais|nenhum\w*|nada|sem)\b",
        scales={"mil milhões": 9, "milhões": 6, "milhão": 6, "bilhões": 9, "bilhão": 9, "bilião": 12, "mil": 3},
    ),
    "fr": Tongue(
        name="French",
        comma=True,
        denies=r"\b(?:ne|n['’]|pas|non|ni|jamais|aucun\w*|rien|sans|nul\w*)",
        scales={"milliard": 9, "million": 6, "mille": 3},
    ),
    "de": Tongue(
        name="German",
        comma=True,
        denies=r"\b(?:nicht|kein\w*|nie|niemals|weder|noch|ohne|nichts|nirgends)\b",
        scales={"milliarde": 9, "mrd": 9, "million": 6, "mio": 6, "tausend": 3, "billion": 12},
    ),
    "id": Tongue(
        name="Indonesian",
        comma=True,
        denies=r"\b(?:tidak|bukan|tanpa|jangan|belum|tak|tiada)\b",
        scales={"miliar": 9, "juta": 6, "ribu": 3, "triliun": 12},
    ),
    "it": Tongue(
        name="Italian",
        comma=True,
        denies=r"\b(?:non|né|mai|nessun\w*|niente|nulla|senza|no)\b",
        scales={"miliard": 9, "milion": 6, "mila": 3, "mln": 6, "mld": 9},
    ),
    "nl": Tongue(
        name="Dutch",
        comma=True,
        denies=r"\b(?:niet|geen|nooit|noch|niets|zonder|nergens)\b",
        scales={"miljard": 9, "miljoen": 6, "mld": 9, "mln": 6, "duizend": 3},
    ),
}
