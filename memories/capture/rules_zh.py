"""Extraction from Chinese without a language model: clauses, then rules, then candidates. Few and right beats many."""

from dataclasses import replace
from itertools import groupby

from memories.capture import (
    dates_zh,
    rules_zh_corrections,
    rules_zh_decisions,
    rules_zh_events,
    rules_zh_habits,
    rules_zh_health,
    rules_zh_home,
    rules_zh_nested,
    rules_zh_orders,
    rules_zh_partings,
    rules_zh_people,
    rules_zh_places,
    rules_zh_self,
    rules_zh_spouses,
    rules_zh_switches,
    rules_zh_tastes,
    rules_zh_things,
    rules_zh_topics,
    rules_zh_work,
)
from memories.capture import rules_zh_patterns as patterns
from memories.capture import rules_zh_words as words
from memories.capture.rules_zh_clauses import Clause, Mood, Who, clauses
from memories.capture.rules_zh_content import (
    addressed,
    dated_moves,
    distinct,
    extended,
    in_script,
    last_bare,
    own_script,
    standing_alone,
    with_day,
)
from memories.capture.rules_zh_found import Found, own, trim
from memories.capture.types import SELF, Act, Candidate, Subject, Text
from memories.kinds import EntityKind, MemoryType, Sensitivity
from memoryhub import patterns as re

_HAN = re.compile(r"[\u3400-\u9fff]")
MOST = 10  # candidates of one turn


def extract(text: Text) -> list[Candidate]:
    """What a person's own words say that may be remembered, in the order in which it is said; often nothing."""
    if not _HAN.search(text.text):
        return []
    found, everything, asked = list[Candidate](), clauses(text), False
    telling = len(text.text.strip()) <= 60 and all(
        clause.mood is Mood.STATEMENT and not clause.beside_question for clause in everything
    )
    script = own_script(text.text)
    for _, members in groupby(everything, key=lambda clause: clause.sentence):
        group = list(members)
        found += _Sentence(group, text, script=script, asked_before=asked, telling=telling).candidates()
        asked = asked or any(clause.mood is Mood.REQUEST for clause in group)
    return distinct(found + rules_zh_spouses.spouses(everything, text))[:MOST]


class _Sentence:
    """The clauses of one sentence, read from left to right; a person or pet that one introduces is what the next speaks of."""

    def __init__(
        self, group: list[Clause], text: Text, *, script: dict[str, str], asked_before: bool, telling: bool
    ) -> None:
        self.group, self.text, self.script = group, text, script
        self.asked = asked_before
        self.telling = telling
        self.found: list[Candidate] = []
        self.introduced: Subject | None = None
        self.introduced_as = ""
        self.before: Clause | None = None

    def candidates(self) -> list[Candidate]:
        index = 0
        while index < len(self.group):
            index = self._read(index) + 1
        return [in_script(one, self.script) for one in self.found] if self.script else self.found

    def _read(self, index: int) -> int:
        """Reads the clause at ``index``; the index of the last clause that was used up."""
        clause = self.group[index]
        called = rules_zh_orders.called(clause)
        if called:
            self._add(clause, called)
            return index
        if switched := rules_zh_switches.switched(self.group, index, said_at=self.text.said_at):
            for one in switched[0]:
                self._add(clause, one, subject=clause.subject)
            return switched[1]
        if parting := rules_zh_partings.over(
            clause, said_at=self.text.said_at, last=clause is self.group[-1]
        ):
            self._add(clause, parting[1], subject=parting[0])
            return index
        order = rules_zh_orders.consent(
            self.group, index, asked_before=self.asked
        ) or rules_zh_orders.standing(self.group, index)
        if order:
            self._add(clause, order[0])
            return order[1]
        made = rules_zh_decisions.decided(
            self.group, index, length=len(self.text.text.strip()), asked=self.asked
        )
        if made:
            self._add(clause, made[0])
            return made[1]
        if clause.mood is Mood.REQUEST and not rules_zh_decisions.gives_up(self.group, index):
            self.asked = True
        if reaction := rules_zh_health.reaction_to_former(self.group[index - 1] if index else None, clause):
            self._add(clause, reaction[0])
            return index
        if place := rules_zh_places.of_place(clause, alone=self.telling):
            self._add(clause, place)
            return self._gone_on(index)
        near = rules_zh_events.of_kin(clause, said_at=self.text.said_at)
        if topic := near or (None if self.asked else rules_zh_topics.liked(clause)):
            self._add(clause, topic)
            return index
        if self.introduced and self.found and (named := rules_zh_people.several_names(clause.text)):
            last = self.found[-1]
            self.found[-1] = extended(
                last, clause.end, self.text, content=f"{last.content}，{addressed(trim(clause.text))}", value=f"{last.value}：{named}",
            )  # fmt: skip
            return index
        pronoun = self.introduced and patterns.match(r"[它他她其](?!们)", clause.body)
        if clause.mood is not Mood.STATEMENT or (clause.who is Who.OTHER and not pronoun):
            self.introduced = None
            return self._unread(index)
        if self._of_others(clause):
            return index
        found = self._of_self(clause)
        for one in found:
            self._add(clause, one)
        if not found:
            return self._unread(index)
        if found[-1].slot.startswith("attribute.") and clause.household:
            return self._gone_on(index)
        return self._listed(index, found)

    def _gone_on(self, index: int) -> int:
        """…最多承重320公斤，晚上21:45停用: what goes on about the same thing belongs to the same memory."""
        while index + 1 < len(self.group) and rules_zh_places.goes_on(self.group[index + 1]):
            index += 1
            clause, last = self.group[index], self.found[-1]
            content = f"{last.content}，{addressed(clause.text)}"
            self.found[-1] = extended(last, clause.end, self.text, content=content)
        return index

    def _listed(self, index: int, found: list[Found]) -> int:
        """我喜欢唱歌，健身，旅游: bare words that go on with a list of likes; the last clause that does."""
        if found[0].slot not in ("likes", "dislikes", "hobby"):
            return index
        last = last_bare(self.group, index)
        if last - index < 2:
            return index
        for clause in self.group[index + 1 : last + 1]:
            verb = {"likes": "喜欢", "dislikes": "不喜欢", "hobby": "的爱好是"}[found[0].slot]
            self._add(clause, replace(found[0], value=clause.text, said=f"{verb}{clause.text}"))
        return last

    def _unread(self, index: int) -> int:
        clause = self.group[index]
        if clause.explicit and clause.mood in (Mood.STATEMENT, Mood.TALK) and len(clause.text) >= 4:
            self._note(clause)
        elif one := rules_zh_corrections.bare(clause, self.group, self.text.previous_assistant):
            clause.denied = one[1]
            self._add(clause, one[0])
        return index

    def _after(self, clause: Clause) -> str:
        return "，".join(other.text for other in self.group if other.start > clause.start)

    # others

    def _of_others(self, clause: Clause) -> bool:
        joined = rules_zh_people.is_my(clause)
        if joined:
            self._add(clause, joined[1], subject=joined[0])
            self._introduce(joined[0], f"你的{self._word(joined[0], clause)}{joined[0].name}")
            return True
        if clause.who is Who.SELF:
            having = rules_zh_people.having(clause)
            if having:
                self._add(clause, having[1], subject=having[0])
                self._introduce(
                    having[0],
                    f"你的{self._word(having[0], clause)}{having[0].name}" if having[0].name else "",
                )
                self.before = clause
                return True
        if (
            self.introduced
            and (not clause.spoken or patterns.match(r"[它他她其]", clause.body))
            and self._of_introduced(clause)
        ):
            return True
        if clause.spoken:
            self.introduced = None
        if clause.who is Who.RELATED:
            if rules_zh_nested.goes_on(self.found, self.group, clause, self.text):
                return True
            found = rules_zh_people.told_of(clause)
            dated = [] if found else rules_zh_events.dated(clause, said_at=self.text.said_at)
            found = dated_moves(found, clause, said_at=self.text.said_at, after=self._after(clause))
            for one in found or dated or rules_zh_people.named_in_passing(clause):
                if not self._merged(clause, one):
                    self._add(clause, one, subject=self._known(self._subject(clause, one)))
            return True
        return False

    def _word(self, subject: Subject, clause: Clause) -> str:
        found = patterns.search(rf"({words.REL})(?=叫|名叫|名字|$)", clause.text)
        return found[1] if found else subject.relation

    def _introduce(self, subject: Subject, prefix: str) -> None:
        self.introduced, self.introduced_as = subject, prefix

    def _of_introduced(self, clause: Clause) -> bool:
        """叫年糕 after 我养了一只猫: joined to the statement before it."""
        subject = self.introduced
        if subject is None or not self.found:
            return False
        if listed := patterns.fullmatch(r"(?:名字)?(?:分别|依次)(?:叫|是)(?P<v>.{2,24})", clause.text):
            last = self.found[-1]
            self.found[-1] = extended(
                last, clause.end, self.text, content=f"{last.content}，{clause.text}", value=f"{last.value}：{listed['v']}",
            )  # fmt: skip
            return True
        each = patterns.match(
            rf"(?:其中)?(?:另)?[一两](?:{words.MEASURE})(?:名字)?叫(?P<v>[\u4e00-\u9fffA-Za-z]{{1,8}})$",
            clause.text,
        )
        if each and rules_zh_self.named(each["v"]):
            slot, noun = rules_zh_people.slot_of(subject.relation), self._word(subject, self.before or clause)
            one = Found(
                slot,
                each["v"],
                MemoryType.RELATIONSHIP,
                said=f"你的{noun}叫{each['v']}",
                whole=True,
                entities=(each["v"],),
            )
            self._add(clause, one, subject=Subject(subject.kind, subject.relation, each["v"]))
            return True
        shadow = Clause(
            clause.text,
            clause.start,
            clause.end,
            who=Who.RELATED,
            subject=subject,
            lead=clause.lead,
            body=clause.body,
            body_start=clause.body_start,
        )
        shadow.body = patterns.sub(r"^(?:它|他|她|其)", "", shadow.body)
        name = rules_zh_people.names(shadow)
        age = rules_zh_self.age(shadow)
        if name or age:
            last = self.found[-1]
            said = patterns.sub(r"^(?:它|他|她|其)", "", clause.text)
            named = Subject(subject.kind, subject.relation, name.value) if name else last.subject
            self.found[-1] = extended(
                last, clause.end, self.text, content=f"{last.content}，{addressed(said)}", subject=named, value=name.value if name else last.value,
                entities=last.entities + ((name.value,) if name else ()),
            )  # fmt: skip
            self.introduced = named
            return True
        shadow.prefix = self.introduced_as or f"你的{self._word(subject, self.before or clause)}"
        theirs = subject.kind is EntityKind.PERSON and rules_zh_people.lives_or_works(shadow)
        if theirs and not clause.spoken:
            for one in theirs:
                self._add(shadow, one, subject=subject)
            return True
        if not self.introduced_as or not patterns.match(r"[它他她其]", clause.body):
            return False
        for one in rules_zh_people.told_of(shadow):
            self._add(shadow, one, subject=subject)
        return True

    def _merged(self, clause: Clause, one: Found) -> bool:
        """今年五岁 after 我女儿叫小满: one memory, not two."""
        if not self.found or clause.spoken or one.slot not in ("age",):
            return False
        last = self.found[-1]
        if (
            last.subject.kind is EntityKind.SELF
            or last.subject.relation != clause.subject.relation
            or last.slot not in ("family", "friend", "pet")
        ):
            return False
        self.found[-1] = extended(
            last, clause.end, self.text, content=f"{last.content}，{addressed(own(clause))}"
        )
        return True

    def _known(self, subject: Subject) -> Subject:
        """The one of this relation whom the sentence has named before."""
        named = [
            one.subject for one in self.found if one.subject.relation == subject.relation and one.subject.name
        ]
        return named[-1] if named and not subject.name else subject

    def _subject(self, clause: Clause, one: Found) -> Subject:
        if one.slot in ("family", "friend", "pet") and not clause.subject.name and one.entities:
            named = Subject(clause.subject.kind, clause.subject.relation, one.entities[0])
            clause.subject = named
            return named
        return clause.subject

    # the person

    def _of_self(self, clause: Clause) -> list[Found]:
        if chosen := rules_zh_habits.chosen(clause):
            return chosen
        if clause.who is Who.NOBODY and (
            self.asked or (len(self.text.text.strip()) > 60 and not clause.explicit)
        ):
            return []
        if private := rules_zh_health.private(clause):
            return private
        if planned := rules_zh_events.planned(clause, said_at=self.text.said_at):
            return planned
        for rule in (rules_zh_self.name, *rules_zh_self.RULES, *rules_zh_tastes.RULES):
            if (
                clause.who is Who.NOBODY
                and rule not in _WITHOUT_SUBJECT
                and not (clause.corrects or clause.explicit or rules_zh_work.tells_of_work(clause))
            ):
                continue
            found = rule(clause)
            if found:
                return dated_moves(found, clause, said_at=self.text.said_at, after=self._after(clause))
        for timed in (rules_zh_events.appointed, rules_zh_events.dated):
            found = timed(clause, said_at=self.text.said_at)
            if found:
                return found
        return (
            rules_zh_habits.habit(clause)
            or rules_zh_habits.current(clause)
            or (rules_zh_things.attributes(clause) if clause.who is Who.SELF or clause.explicit else [])
        )

    def _add(self, clause: Clause, one: Found, *, subject: Subject = SELF) -> None:
        if one.slot == "note" and not clause.explicit and words.FORBIDS_THING.search(own(clause)):
            return  # 我的工资一个字都别提 is an order about a thing, and tells nothing of it
        start, end = one.quote or (clause.start, clause.end)
        said = own(clause) if one.said is None else one.said
        said = patterns.sub(r"[啊呀哦呢吧哈啦嘛哟~\s]+$", "", said)
        content = standing_alone(addressed(said) if one.whole else clause.prefix + addressed(said))
        content = addressed(clause.exception) + content
        if one.occurred:
            content = with_day(content, one.occurred, self.text.said_at)
        tentative = one.tentative or (
            bool(words.TENTATIVE.search(clause.text)) and one.type is not MemoryType.INSTRUCTION
        )
        act = Act.CORRECT if clause.corrects and one.act is Act.STATE else one.act
        self.found.append(
            Candidate(
                type=one.type, content=content, quote=self.text.text[start:end], start=start, end=end, language="zh", subject=subject, slot=one.slot,
                value=one.value, act=act, positive=one.positive, lasting=one.lasting, tentative=tentative, explicit=clause.explicit,
                safety=one.safety, sensitivity=Sensitivity.SENSITIVE if one.category else Sensitivity.NORMAL, category=str(one.category.value),
                occurred=one.occurred, planned=one.planned, entities=one.entities, origin="rules_zh", ends=one.ends,
                former=clause.denied if act is Act.CORRECT else "",
            )
        )  # fmt: skip

    def _note(self, clause: Clause) -> None:
        """What the person asked to remember and no rule knows: kept in their words."""
        dates = dates_zh.find(clause.text, said_at=self.text.said_at)
        occurred = dates[0][2] if dates else None
        kind = MemoryType.EVENT if occurred else MemoryType.FACT
        said = trim(clause.text)
        if self.text.text.startswith("    ", clause.end) or patterns.match(r"我的[^是在有叫\d]{1,8}$", said):
            return  # 请记住我的生日: without the day there is nothing to keep; nor of a secret but its label
        last = self.found[-1] if self.found else None
        if last and last.slot == "note" and not clause.spoken and clause.start - last.end <= 2:
            self.found[-1] = extended(
                last, clause.end, self.text, content=f"{last.content}，{addressed(said)}"
            )
            return
        self._add(
            clause,
            Found("event" if occurred else "note", said, kind, said=said, whole=True, occurred=occurred),
        )


_WITHOUT_SUBJECT = frozenset(
    {
        rules_zh_self.age, rules_zh_home.hometown, rules_zh_home.home, rules_zh_tastes.favourite, rules_zh_health.allergy, rules_zh_tastes.avoids,
        rules_zh_tastes.changed, rules_zh_tastes.mood, rules_zh_tastes.likes, rules_zh_habits.hobby,
    }
)  # fmt: skip
