"""Verbs as a note about somebody has them ("prefers trains"): a noun that ends in the same letter is none of them."""

_VERBS = (
    "is was has does doesn't isn't hasn't wasn't can cannot can't wants needs likes loves prefers enjoys "
    "dislikes hates avoids lives works studies speaks plays owns uses runs walks drives rides cooks bakes "
    "reads writes draws paints sings dances eats drinks sleeps wakes goes comes travels visits attends "
    "teaches learns practices practises trains coaches studied plans hopes intends aims tries seeks looks "
    "thinks believes feels knows understands finds considers values appreciates cares keeps takes makes gets "
    "gives helps asks tends follows supports watches listens collects builds develops designs codes programs "
    "manages leads runs focuses specializes specialises identifies suffers struggles recovers wears buys "
    "sells grows raises breeds gardens hikes climbs swims cycles skis surfs camps fishes holds shares "
    "maintains participates volunteers celebrates worries remembers requires expects wishes dreams moved grew "
    "graduated majored joined started resides commutes stays rents hails operates founded serves chooses "
    "favors favours consumes tracks invests saves spends"
)
VERBS = frozenset(_VERBS.split())
