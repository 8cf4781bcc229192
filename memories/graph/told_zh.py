"""What a Chinese statement connects: 你的老婆小雨在华为上班, 华为总部在深圳. Pure."""

# ruff: noqa: E501

from collections.abc import Sequence
from dataclasses import replace

from memories.graph.names import clean, is_generic, is_place, uncounted
from memories.graph.types import (
    COMES_FROM,
    LED_BY,
    LIVES_IN,
    LOCATED_IN,
    PART_OF,
    SELF,
    SPOUSE,
    STUDIES_AT,
    WORKS_AT,
    WORKS_IN,
    Edge,
    Node,
)  # fmt: skip
from memories.kinds import EntityKind
from memories.recall.relation_words import RELATION_WORDS_ZH, agree, is_animal
from memoryhub import patterns as re

REL = "|".join(sorted(map(re.escape, RELATION_WORDS_ZH), key=len, reverse=True))
_X = r"[\u4e00-\u9fffA-Za-z0-9·&]"
_NAME = r"(?![的是叫在住来从有姓和跟与嫁娶喜爱也都不很会要去就现目一])(?:[\u4e00-\u9fff·]{2,4}?|[A-Z][A-Za-z]+(?: [A-Z][A-Za-z]+)*)"
_NOW = r"(?:(?:现在|目前|也|还|一直|都|就|已经|刚|最近|主要|平时|今年|去年)*)"
#: What a name is followed by: a verb, 的, or the end.
_GOES_ON = r"(?=$|[在是叫住来从的和跟与嫁娶开也就都刚现目一有姓名毕搬老上读做当创出生今,，。])"
_MINE = r"(?:你|我|用户)(?:们)?(?:的|家的?)?"
_OF_MINE = re.compile(rf"{_MINE}(?P<rel>{REL})(?:，?(?!{REL})(?P<name>{_NAME}))?{_GOES_ON}")
_ORG_NOUN = r"(?P<via>公司|单位|雇主|工作单位|学校|大学|幼儿园|中学|小学)"
_MY_ORG = re.compile(
    rf"{_MINE}{_ORG_NOUN}(?P<name>(?!总部|位于|设在|在|叫|是|搬){_X}{{2,10}}?)?(?=总部|位于|设在|坐落|就?在|叫|是|搬|的)"
)
_ORG_OF = re.compile(rf"(?:的|他们的?|她们的?)?{_ORG_NOUN}(?=总部|位于|设在|坐落|就?在|叫|是|搬|的)")
_KIN_OF = re.compile(rf"的?(?P<rel>{REL})(?P<name>(?!{REL}){_NAME})?{_GOES_ON}")
_ONESELF = re.compile(r"(?:你|我|用户)(?:们)?(?!的|们|家)")
_HAN_NAMED = re.compile(
    rf"(?P<name>{_X}{{2,14}}?)(?=的?(?:总部|总公司|公司总部|分公司|校区|校园|办公室|厂区)|位于|坐落|设在|属于|隶属|的(?:{REL}|老板|CEO|总裁|校长|院长|创始人|负责人|董事长|总经理|店长)|在|住|是|来自|嫁给|娶了|和)"
)
_SEAT = re.compile(
    r"的?(?:总部|总公司|公司总部|公司|本部|办公室|办公楼|办公地点?|地址|主校区|校区|校园|厂区|工厂)"
)

_PLACE = rf"(?P<place>{_X}{{2,12}}?)"
#: What somebody is at work, by its last character: "在厨房做饭" is none.
_JOB = rf"{_X}{{0,8}}(?:师|员|工|长|手|匠|经理|总监|主管|顾问|会计|编辑|律师|翻译|医生|护士|老师|教授|设计|销售|运营|开发|助理|秘书|保安|司机|研究生?|实习生)"
_END = r"(?=$|[了呢啊，。,；;、]|那边|这边|市区|工作|上班|生活)"
#: An organisation, with the place that it is told with: 杭州的阿里巴巴, 一家叫蓝海的公司.
_ORG = (
    rf"(?:(?P<seat>(?!一?[家所个间]){_X}{{2,8}}?)的)?(?:一?[家所个间](?:叫做?|名叫))?(?P<org>{_X}{{2,20}}?)"
)


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(_NOW + pattern)


#: How a predicate goes on after its subject; the object is what the group of its kind holds.
_FORMS: tuple[tuple[re.Pattern[str], str], ...] = (
    (_form(rf"在{_ORG}(?:里|那里|那边)?(?:上学|读书|念书|就读|读(?:[小初高中大研博]|本科)\S*|上(?:小学|初中|高中|大学|幼儿园|课|学))"), STUDIES_AT),
    (_form(rf"(?:就读于|考上了?|考进了?){_ORG}{_END}"), STUDIES_AT),
    (_form(rf"在{_ORG}(?:里|那里|那边)?(?:上班|工作|任职|就职|实习|打工|教书|担任|[当做](?:了|个|一名)?{_JOB})"), WORKS_AT),
    (_form(rf"(?:就职于|任职于|供职于|入职了?|加入了?){_ORG}{_END}"), WORKS_AT),
    (_form(rf"是(?P<org>{_X}{{2,16}}?(?:医院|公司|大学|中学|小学|银行|学校|集团|研究所|研究院|事务所))的(?:一[名位个])?(?:学生|研究生|本科生|博士生)"), STUDIES_AT),
    (_form(rf"是(?P<org>{_X}{{2,16}}?(?:医院|公司|大学|中学|小学|银行|学校|集团|研究所|研究院|事务所|电视台|报社))的(?!子公司|一部分|母公司)(?:一[名位个])?{_X}{{2,8}}$"), WORKS_AT),
    (_form(rf"(?:住在|定居在?|定居于|生活在|居住在){_PLACE}{_END}"), LIVES_IN),
    (_form(rf"(?:搬到|搬去|搬回|移居)了?{_PLACE}{_END}"), LIVES_IN),
    (_form(rf"(?:来自|出生[于在]|老家[是在]|家乡[是在]|的?老家[是在]|的?家乡[是在]|籍贯是?){_PLACE}{_END}"), COMES_FROM),
    (_form(rf"(?:在|从小在){_PLACE}(?:出生|长大)"), COMES_FROM),
    (_form(rf"是{_PLACE}(?:本地)?人"), COMES_FROM),
    (_form(rf"(?:嫁给|娶)了?(?P<person>{_NAME})(?=$|[，。了])"), SPOUSE),
    (_form(rf"[和跟与](?P<person>{_NAME})(?:结婚|结了婚|是夫妻)"), SPOUSE),
    (_form(rf"是(?P<org>{_X}{{2,14}}?)(?:集团)?(?:的子公司|旗下(?:的)?\S*|的一部分)"), PART_OF),
    (_form(rf"(?:隶?属于?)(?P<org>{_X}{{2,14}}?){_END}"), PART_OF),
    (_form(rf"的(?:老板|CEO|总裁|校长|院长|创始人|负责人|董事长|总经理|店长)(?:是|叫)(?P<person>{_NAME})$"), LED_BY),
)  # fmt: skip
_SITS = _form(rf"(?P<based>位于|坐落[于在]|设[于在])?(?:在|搬到了?|搬去了?)?{_PLACE}{_END}")
_LEADS = _form(
    rf"(?:创办|创立|经营|开)了?(?:一[家间个])?(?:叫做?|名叫){_ORG}(?:的\S+)?$|{_NOW}(?:创办|创立|经营)了?(?P<run>{_X}{{2,12}})$"
)
_CALLED = re.compile(rf"(?:的名字)?(?:叫做?|名叫|是)(?P<name>{_NAME}|{_X}{{2,12}})$")
_NO_NAME = re.compile(rf"[个的了吗呢名位]|什么|^(?:{_JOB}|学生|老板)$|..(?:老师|医生|护士|教授)$|人$")
#: One may come from such a house, and be from elsewhere.
_HOUSE = re.compile(r"(?:大学|学院|学校|中学|小学|公司|集团|医院|银行|团队|部门)$")
_TITLED = re.compile(r"^[\u4e00-\u9fff](?:老师|医生|护士|教授|经理|总|律师)$")
_IS_OF = re.compile(r"是(?=\S)")
_ALIAS = re.compile(rf"(?:又叫|也叫|又名|简称|全称是?|也就是|英文名[是叫]?)(?P<name>{_X}{{2,16}})$")
_ALIAS_AFTER = re.compile(rf"(?P<one>{_X}{{2,12}})[（(](?P<other>[^（()）]{{2,30}})[）)]")


def read(
    text: str, *, subject: Node, things: Sequence[str] = ()
) -> tuple[list[Edge], list[tuple[Node, str]]]:
    """The edges and aliases of one Chinese statement; ``things`` are names known to be of organisations or places."""
    plain = re.sub(r"\s+(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])\s+", "", text.strip().rstrip("。.!！"))
    aliases: list[tuple[Node, str]] = []
    if match := _ALIAS_AFTER.search(plain):
        other = re.sub(r"^(?:简称|又叫|也叫|又名|英文名|全称|即|原名)", "", clean(match["other"]))
        aliases.append((Node(EntityKind.THING, clean(match["one"])), other))
        plain = plain[: match.end("one")] + plain[match.end() :]
    found = _head(plain, subject, things)
    if found is None:
        return [], aliases
    who, at, edges = found
    if (match := _ALIAS.search(plain, at)) and who.name:
        return edges, [*aliases, (who, clean(match["name"]))]
    if who.of is not None and (match := _CALLED.match(plain, at)) and _is_name(match["name"]):
        named = who.named(clean(match["name"]))
        return [*edges[:-1], Edge(edges[-1].subject, edges[-1].predicate, named)], aliases
    return edges + _said(who, plain, at, things=things), aliases


def _head(plain: str, subject: Node, things: Sequence[str] = ()) -> tuple[Node, int, list[Edge]] | None:
    """Who or what a statement opens with, where its predicate begins, and what the head itself connects."""
    edges: list[Edge] = []
    own = (
        re.compile(rf"{_MINE}(?P<rel>{REL})，?(?P<name>{re.escape(subject.name)})")
        if subject.relation and subject.name
        else None
    )
    known = next((name for name in sorted(things, key=len, reverse=True) if plain.startswith(name)), "")
    if match := (own and own.match(plain)) or _OF_MINE.match(plain):
        relation = RELATION_WORDS_ZH[match["rel"]]
        named = match["name"] or ""
        mine = agree(frozenset({subject.relation}), frozenset({relation}))
        who = subject if mine else _kin(relation, named, mine=True)
        if not mine:
            edges.append(Edge(SELF, relation, who))
        at = match.end()
    elif match := _MY_ORG.match(plain):
        who, edge = _org_of(SELF, match["via"], match["name"] or "")
        edges, at = [edge], match.end()
    elif known:
        who, at = Node(EntityKind.THING, known), len(known)
    elif match := _ONESELF.match(plain):
        who, at = SELF, match.end()
    elif (match := _HAN_NAMED.match(plain)) and not re.match(r"[这那它他她]|今天|昨天|现在", match["name"]):
        name = clean(match["name"])
        who = subject if subject.name == name else Node(EntityKind.THING, name)
        at = match.end()
    else:
        return None
    while match := _KIN_OF.match(plain, at) or (
        _ORG_OF.match(plain, at) if who.kind != EntityKind.THING else None
    ):
        owner = _as_person(who)
        if "rel" in match.re.groupindex:
            if who.name in things and match["rel"] in ("老板", "经理", "领导"):
                break  # whose an organisation is
            relation = RELATION_WORDS_ZH[match["rel"]]
            who = _kin(relation, match["name"] or "", of=owner)
            edges.append(Edge(owner, relation, who))
        else:
            who, edge = _org_of(owner, match["via"])
            edges.append(edge)
        at = match.end()
    return who, at, edges


def _said(who: Node, plain: str, at: int, *, things: Sequence[str]) -> list[Edge]:
    """What the predicate connects the head with."""
    seat = _SEAT.match(plain, at)
    if who.kind in (EntityKind.ORGANISATION, EntityKind.THING) and (who.name or who.of is not None):
        start = seat.end() if seat else at
        match = _SITS.match(plain, start)
        if match and plain[start : match.start("place")] and not is_generic(match["place"]):
            known = who.name in things or who.kind == EntityKind.ORGANISATION
            if seat or match["based"] or (known and is_place(match["place"])):
                return [Edge(who, LOCATED_IN, _place(match["place"]))]
    for pattern, predicate in _FORMS:
        if not (match := pattern.match(plain, at)):
            continue
        groups = match.re.groupindex
        if "place" in groups:
            place = match["place"]
            if predicate == COMES_FROM and (
                _HOUSE.search(place) or (match[0].endswith("人") and not is_place(place))
            ):
                continue
            return [Edge(_as_person(who), predicate, _place(match["place"]))]
        if "person" in groups:
            holder = _as_org(who) if predicate == LED_BY else _as_person(who)
            return (
                [Edge(holder, predicate, Node(EntityKind.PERSON, clean(match["person"])))]
                if _is_name(match["person"])
                else []
            )
        return _at_org(_as_org(who) if predicate == PART_OF else _as_person(who), predicate, match)
    if match := _LEADS.match(plain, at):
        return [Edge(_org(match["org"] or match["run"]), LED_BY, _as_person(who))]
    if (match := _IS_OF.match(plain, at)) and (found := _head(plain[match.end() :], SELF)):
        _other, end, edges = found
        if (
            edges
            and end + match.end() >= len(plain)
            and not edges[-1].object.name
            and edges[-1].object.kind != EntityKind.ORGANISATION
        ):
            last = edges[-1]
            one = replace(_as_person(who), relation=last.predicate if last.subject == SELF else "")
            return [*edges[:-1], Edge(last.subject, last.predicate, one)]
    return []


def _at_org(who: Node, predicate: str, match: re.Match[str]) -> list[Edge]:
    """Where somebody works or studies: at an organisation, or in a place, or at one that is in a place."""
    found = match.groupdict()
    name, seat = clean(found["org"] or ""), clean(found.get("seat") or "")
    name = re.sub(r"^(?:一?[家所个间])?(?:叫做?|名叫)", "", name)
    name = re.sub(r"^(.{2,})的(?:公司|单位|店|厂)$", r"\1", name)
    if predicate == WORKS_AT and is_place(name) and not seat:
        return [Edge(who, WORKS_IN, _place(name))]
    org = Node(EntityKind.ORGANISATION, uncounted(name), of=who) if is_generic(name) else _org(name)
    edges = [Edge(who, predicate, org)]
    if seat and is_place(seat):
        edges.append(Edge(org, LOCATED_IN, _place(seat)))
    return edges


def _org_of(owner: Node, via: str, name: str = "") -> tuple[Node, Edge]:
    study = via in ("学校", "大学", "幼儿园", "中学", "小学")
    org = _org(name) if name else Node(EntityKind.ORGANISATION, via, of=owner)
    return org, Edge(owner, STUDIES_AT if study else WORKS_AT, org)


def _is_name(name: str) -> bool:
    return bool(_TITLED.match(name)) or not _NO_NAME.search(name)


def _org(name: str) -> Node:
    return Node(EntityKind.ORGANISATION, clean(name))


def _place(name: str) -> Node:
    return Node(EntityKind.PLACE, clean(name))


def _kin(relation: str, name: str = "", *, of: Node | None = None, mine: bool = False) -> Node:
    """Somebody by what they are called: the person's own have the relation, another's are of that other."""
    kind = EntityKind.PET if is_animal(relation) else EntityKind.PERSON
    if mine:
        return Node(kind, name, relation=relation)
    return Node(kind, name) if name else Node(kind, of=of, relation="" if of is None else relation)


def _as_person(node: Node) -> Node:
    return Node(EntityKind.PERSON, node.name) if node.kind == EntityKind.THING else node


def _as_org(node: Node) -> Node:
    return Node(EntityKind.ORGANISATION, node.name) if node.kind == EntityKind.THING else node
