"""Rules that people carry out: the page where it is done, or the document that it makes.

These are names of the desks' pages; a rule of the kind "workflow" decides nothing by itself.
"""

from storslam.rulebook.registry import REGISTRY

_PAGES = {
    "district account": ("SM-TRAV-12",),
    "EM fund": ("SM-EMF-4",),
    "system card": ("SM-CON-3", "SYS-OBL-10"),
    "event settings": ("SYS-LVL-3",),
    "rulings": ("SM-CON-7", "SM-CON-8", "SM-CON-13"),
    "conduct reports": ("SM-PEN-5", "SM-PEN-7"),
    "team match": ("SM-VET-15",),
    "table": ("SYS-OBL-14",),
}
_DOCUMENTS = {
    "master point report": ("SM-MP-1",),
    "invitation": ("SYS-OBL-3",),
    "start list": ("SYS-OBL-3",),
}

for _name, _rules in _PAGES.items():
    REGISTRY.carries("page", _name, *_rules)
for _name, _rules in _DOCUMENTS.items():
    REGISTRY.carries("document", _name, *_rules)
