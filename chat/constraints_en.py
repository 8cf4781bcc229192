"""The English forms of a restriction on what the agent may do in the matter in hand."""

# ruff: noqa: E501

#: What may stand before an order.
from memoryhub import patterns as re

OPENING = re.compile(
    r"(?:(?:please|pls|just|and|but|so|also|for now|for the moment|meanwhile|in the meantime|until then|again|oh|ok(?:ay)?|well|yes|yeah|no(?=,)|right|sure|hey|then|"
    r"however|importantly|most importantly|important|note|one (?:more )?thing|one condition|you|i (?:said|repeat|mean)|remember|mind you|whatever you do|"
    r"by the way|btw|ps|p\.s\.|still|though|go ahead and|above all|one rule|rule one|to be clear|and please|kindly|whatever happens|in any case|either way|at this stage|yet|as yet|at any point|ever)[\s,:]+)*",
    re.I,
)
_NOT = r"(?:do\s*n['’]?t|do not|never|don['’]t (?:you )?(?:dare|ever)|do not ever|please not)"
#: What an agent does, so that forbidding it is a restriction and no talk between friends.
_ACT = (
    r"(?:send|email|e-mail|mail|post|publish|share|forward|submit|book|reserve|order|buy|purchase|pay|charge|sign|cancel|delete|remove|erase|overwrite|change|edit|modify|rename|"
    r"touch|alter|merge|push|deploy|commit|release|run|execute|call|phone|ring|text|message|contact|reply|respond|invite|tell|mention|reveal|disclose|show|name|include|add|"
    r"exceed|go (?:over|above|beyond|past|public|ahead|live)|spend|quote|cite|copy|cc|bcc|assume|invent|make (?:up|any|the|a)|start|begin|proceed|finali[sz]e|confirm|accept|agree|schedule|"
    r"suggest|recommend|propose|pick|choose|hand|leave out|drop|replace|translate|shorten|install|upgrade|transfer|withdraw|print|record|upload|download|do (?:anything|that|this|any|it)|"
    r"use|offer|approach|involve|promise|let (?!(?:it|that|this|them|him|her|anyone|anybody|anything|your|yourself|the|one|me|others?|people|fear|life|go)\b)|sell|rent|list|file|register|enrol|subscribe|renew|move (?:the|any|it|on|money|to)|write (?:more|about|to|in|anything|any|over|down)|put (?:any|my|the|it|in)|give (?:them|him|her|anyone|out|away|any|my|the)|"
    r"refund|discuss|speak to|talk to|close|archive|format|mix|combine|convert|leak|expose|touch|ship|dispatch|launch|announce|greenlight|approve|authori[sz]e|decide|lock|bid|negotiate|say (?:anything|a word|my|so|who|where)|skip|repeat|hire|fire|react)"
)
#: "Don't worry", "never give up": said to a friend, or to oneself.
IDIOM = re.compile(
    r"(?:do\s*n['’]?t|do not|never)\s+(?:you\s+)?(?:worry|forget|mind|give up|hesitate|stop|be\b|get (?:me )?wrong|get\b|lose|miss|know|think|feel|sweat|beat|underestimate|want|need|have|like|love|see|remember|"
    r"understand|care|believe|expect|look|bother|even|really|mean|say (?:that|never|sorry)|let (?:it|that|this|them|him|her|anyone|anybody|anything|your|yourself|fear|life|go|the)|mention it|tell me|ask me|"
    r"push yourself|start (?:on|with) me|touch wood|change (?:a thing|yourself|who)|run (?:away|yourself)|sell yourself|call (?:me|it a)|make me|show off|name (?:it|names)|spend too|quote me|buy (?:it|that)$)",
    re.I,
)
_OK = (
    r"(?:approv\w*|say?s? (?:so|yes|ok(?:ay)?|go)|agree\w*|confirm\w*|ok(?:ay)?(?:['’]d|ed)?\b|sign(?:s|ed)? (?:(?:it|this|that|them|on) )?off|signs?\b|signed|gives? (?:you |it )?(?:the|my|a) (?:go|green|ok|word|all|nod|thumbs|approval|consent|permission|blessing)[\w-]*|"
    r"(?:['’]ve|have|had)?\s*(?:seen|read|checked|reviewed|approved|confirmed|agreed|decided|said|heard|proofread|tested|had a (?:look|chance)|looked|given|signed|spoken|talked|okayed|cleared|gone through|been through|paid|chosen|answered|replied|got|told|finished|compared|asked)|"
    r"see\b|read\b|check\w*|review\w*|decide|tell you|let you know|look (?:at|it|over|through)|hear (?:back|from)|speak|talk|reply|answer|get back|come back|give\b|authori[sz]e|clear\b|choose|say\b|proofread|test\b|am (?:back|sure|ready|happy)|['’]m (?:back|sure|ready|happy|done))"
)
_WHO = r"(?:i|we|my (?:\w+ )?(?:\w+)|\b(?:she|he|they)|[A-Z]\w+)"
#: "before I approve", "until we've seen it", "unless I say so", "without my ok", "without asking me".
CONDITION = (
    rf"(?:(?:before|until|till|unless|without|except if|if|when|once|after|as long as)\s+(?:{_WHO})\s*(?:['’]ve|have|has|had|actually|first|explicitly|really|don['’]t|do not|haven['’]t|say|can|could)?\s*(?:\w+ly\s+)?{_OK}"
    r"|without\s+(?:my|our|me|us|asking|checking|telling|consulting|letting me|running|getting|first|prior|explicit|an? )\s*\w*"
    r"|(?:until|till|before|unless)\s+(?:my|our|the) (?:\w+ )?(?:ok(?:ay)?|approval|go-ahead|say-so|word|confirmation|consent|signature|sign-off|permission)"
    r"|until (?:further notice|told otherwise|you hear from me|then)|unless (?:told|asked) (?:otherwise|to)|unless (?:i|we) (?:ask|tell|say|want)|till (?:you hear|told)|before (?:checking|asking|running|consulting|showing|telling|clearing))"
)
_FIRST = r"(?:first|before|beforehand|prior to|in advance|every time|each time|whenever you (?:change|want|need|plan))"
_NUMBER = r"(?:[$€£¥]\s?)?(?:\d[\d.,]*k?|a |an |one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|thirty|forty|fifty|a hundred|half an?|\w+ hundred)"
_LIMIT = rf"(?:under|below|within|to|at|less than|no more than|not more than|at most|at least|no less than|no fewer than|a maximum of|max(?:imum)?(?: of)?|up to|inside|shorter than|longer than|no longer than|fewer than|no fewer than|over|above|beyond|between)\s+(?:the\s+)?{_NUMBER}"

_WHEN = r"(?:(?:a |any |public |bank )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?|week(?:ends?|days?|nights?)|holidays?|noon|midday|midnight|dawn|dusk|dark|sunset|sunrise|lunch(?:time)?|dinner|breakfast|school|work|night|morning|(?:the )?(?:mornings?|afternoons?|evenings?|nights?)|\d{1,2}(?::\d\d)?\s?(?:am|pm)?)\b"
_NO_TALK = r"(?:prob|doubts?|problem|wonder|one\b|idea|news|luck|way\b|sleep|time|need|matter|more\b|longer|later|less|thanks|reason|kidding|rush|hurry|worries|plans?|meetings? (?:today|tomorrow)|school|kids|children|classes|lessons)"

#: Each is looked for at the start of a clause, after the opening words.
AT_START = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        rf"{_NOT}\s+(?:\w+ly\s+|even\s+|ever\s+|yet\s+|actually\s+)?{_ACT}\b",
        rf"{_NOT}\s+.*\b{CONDITION}",
        r"(?:do|tell|say|touch|change|sign|show|send|promise|buy|book|pay|publish|share|give|order|commit to|agree to|contact|invite|delete|add) (?:him |her |them )?(?:nothing|nobody|no one|no-one|none of)\b",
        r"(?:hold|keep|leave|park|put|save) (?:it|this|that|them|the \w+|my \w+|everything)\b.{0,24}\b(?:for now|for the moment|for the time being|until \w+)\b",
        r"show (?:it|them|this|that|the \w+|me \w+|every\w*)\b.{0,20}\b(?:me|us)\b.*\b(?:first|before|beforehand)\b",
        rf"(?:we|you|it|this|that|they) (?:can['’]?t|cannot|can not|must ?n['’]?t|must not|should ?n['’]?t|may not) (?:exceed|go (?:over|above|beyond|past)|spend (?:more|over)|cost (?:more|over)|take (?:more|longer)|run (?:over|past)) ?(?:than )?(?:the |{_NUMBER})",
        r"hands off\b|i (?:refuse|['’]?m not (?:willing|going|prepared)|am not (?:willing|going|prepared)) to (?:go (?:over|above|beyond)|spend|pay) (?:more |over |above )?(?:than )?(?:[$€£¥]\s?)?\d",
        r"(?:you|we)(?:['’]ll| will)?(?: \w+)? (?:need|require) (?:my|our) (?:\w+ )?(?:ok(?:ay)?|approval|permission|consent|confirmation|go-ahead|sign-off|say-so|agreement|word)\b",
        r"before (?:you|anything|any \w+) [^?]{2,60}?,\s*(?:please |always |first )?(?:read|show|send|tell|ask|check|run|let|give|call|text|ping|warn)\b[^?]*\b(?:me|us)\b",
        rf"(?:absolutely |strictly |definitely |really |and )*no (?!{_NO_TALK})[a-z](?:[\w'’-]+[ ,]+){{1,6}}?(?:please[, ]+)?(?:under (?:any|whatever) circumstances?|in any (?:case|event)|whatsoever|no matter (?:what|how|who|where)|on any account|for any reason|at any (?:price|cost|time)|whatever happens)\b",
        rf"(?:always |please |do )*(?:ask|check|confirm|enquire|inquire)(?: first)? (?:before|prior to) (?:you\s+(?:\w+ly\s+)?{_ACT}|(?:any|every|each|a|the|placing|making|sending|\w+ing)\b)",
        r"(?:under no circumstances|by no means|on no account|in no case|at no point)\b",
        r"(?:must|may|shall|should) ?(?:not|n['’]t|never) (?:be \w+(?:ed|en|old|ept|eft|ut|own)\b|contain|include|exceed|have (?:any|more)|be (?:longer|more|over|later|above)|cost|go|mention|touch|leave|use|show|last|take)\b",
        # "the cake mustn't have nuts", "he mustn't be left alone", "nobody goes in unless one of us is there"
        r"(?:the|my|our|his|her|their|this|it|they|he|she) ?(?:[\w'’-]+ ){0,4}?must ?(?:n['’]t|not|never) (?:be (?:\w+ly )?\w+(?:ed|en|elt|eft|ut|old|ept|own|ade|een)\b|be (?:on|in|near|next to|more|over|later|older|longer|above)\b|have (?:any|an?|more|no|\w+s)\b(?! (?:been|seen))|go (?!well\b)|get (?:wet|cold|warm|damp|dirty))",
        r"(?:nobody|no one|no-one|none|nothing|no \w+) (?:may |must |can |should |is to )?(?:come|go|open|enter|leave|get|touch|move|use|take|see|start|call|drive|sign)s?\b[^?]{0,40}?\bunless\b",
        r"not\s+(?:a|one|another) (?:single )?(?:word|hint|peep|thing|penny|cent|euro|dollar)\b",
        r"(?:not (?:to|until|till|before|without|unless (?:i|we|my|told|asked)|over|above|more than|a day)\b|nothing (?:(?:to|over|above|about|with|after|before|until|without|that|longer|more|goes?|leaves?|should|must|may|can|gets?|is to|from|containing|later|earlier|bigger|spicy|expensive)\b)|no (?:sending|booking|buying|ordering|paying|posting|publishing|calls?|emails?|messages?|changes?|edits?|payments?|purchases?|bookings?|orders?|deploys?|deploying|spending|commits?|edits) )"
        r"(?!(?:be|do|say|mention|brag|sound)\b)(?=.*)",
        rf"(?:no|none|nobody|no one|no-one|neither|nothing|not)\b[^?]*\b{CONDITION}",
        rf"(?:wait|hold (?:off|on|back|it|that|fire|the)|hang on|stand by|pause|stop there|leave it|park it)\b.{{0,60}}?(?:\b{CONDITION}|\bfor (?:my|me\b|our|us\b)|\btill\b|\buntil\b)",
        rf"(?:always )?(?:ask|check with|consult|tell|warn|notify|alert|inform|show|call|text|ping|message|come back to|get back to|report to) (?:me|us)\b.*\b{_FIRST}\b",
        r"(?:(?:clear|check|discuss|confirm|agree) (?:it|this|that|everything|anything|all \w+|the \w+|every \w+|any \w+)(?: \w+){0,3} with|(?:run|get) (?:it|this|that|everything|anything|all \w+|the \w+|every \w+|any \w+)(?: \w+){0,3} (?:by|past)) (?:me|us)\b",
        # "she mustn't find out", "column F is off limits", "anything with sugar is out", "the name has to stay as it is"
        r"(?:she|he|they|[A-Z]\w+|my \w+|the \w+) (?:must|can(?! ?(?:n['’]?t|not) (?:see|hear|get|be)\b)|should|is|are)(?: ?n['’]t|not| not| never) (?:to )?(?:know|find out|hear|learn|notice|suspect|get (?:to|wind|the|my|our|any)|see (?:it|this|that|the|any|my)|be (?:told|asked|informed|contacted|called|involved))\b",
        r"(?:(?:and|but) )?(?:[\w'’-]+ ){1,6}(?:is|are|stays?|remains?)(?: strictly| absolutely| all)? (?:off[- ]limits|out of bounds|off the table|taboo|a no-go|not an option|not to be \w+)\b",
        r"(?:anything|everything|all|any|every|whatever) (?:\w+ )?(?:with|without|over|above|under|below|that|which|more|longer|beyond|from|in|near|older|later|bigger)\b[^,?]{2,60}\b(?:is|are) (?:out|excluded|ruled out|a no)$",
        r"(?!(?:she|he|i|we|you|there)\b)(?:[\w'’-]+ ){1,6}(?:has to|have to|must|should|needs? to|is to|are to) (?:stay|remain|be kept|be left)\b[^,?]{0,24}\b(?:as (?:it|they) (?:is|are)|the same|unchanged|untouched|intact|secret|confidential|private|anonymous)\b",
        r"(?:the|my|our|his|her|their) [\w'’ -]{1,40}? (?:stays?|remains?|is to stay) (?:strictly )?(?:between us|confidential|secret|private|off the record|under wraps|in (?:this chat|here))\b",
        r"(?:get|obtain|seek|wait for|ask for) (?:my|our) (?:\w+ )?(?:ok(?:ay)?|approval|permission|consent|confirmation|go-ahead|sign-off|say-so|agreement|word)\b",
        r"let (?:me|us) (?:\w+ )?(?:see|check|read|approve|review|confirm|look|know|proofread|sign|decide|have (?:a|the) (?:look|say|final))\b.*\b(?:first|before (?:you|it|anything|we|sending|any|the|they)|beforehand|in advance|prior to)\b",
        r"(?:only|not) (?:after|once|when|if|with|upon|on) (?:my|our|i|we)\b.*",
        rf"(?:[\w' -]{{1,40}}) only (?:after|once|when|if|with|on) (?:my (?:\w+ )?(?:ok(?:ay)?|approval|go-ahead|consent|permission|say-so|word)|(?:i|we)(?:['’]ve| have)? {_OK})",
        rf"(?:until|till|unless|before|without)\s+(?:i|we|my|our|you hear|told|asked|asking|checking|clearing|consulting|telling)\b.*,\s*(?:please\s+)?(?:{_NOT}|nothing|no\b|hold|wait|leave|keep|stay|only|it stays|nobody|ask)",
        rf"(?:once|when|if|as soon as|after) (?:i|we)(?:['’]ve| have)? {_OK}.*,\s*(?:and )?(?:only then|not before|not sooner)\b",
        rf"(?:keep|stay|limit|restrict|cap|hold|stick|confine|trim|cut|bring|get)\b[^?]{{0,40}}?\b(?:{_LIMIT})\b",
        rf"(?:make|write|do) (?:it|this|the \w+|them|each \w+)\b[^?]{{0,24}}\b(?:no (?:more|longer|less|fewer) than|at most|at least|under|below|max(?:imum)?)\s+{_NUMBER}",
        r"(?:no|not) (?:more|longer|later|earlier|less|fewer|bigger|higher|lower|older|cheaper|further|farther) than\b",
        rf"(?:(?:at (?:the )?(?:most|least)|max(?:imum)?\.?|minimum|min\.|up to|less than|under|fewer than|within)\s+(?:of\s+)?{_NUMBER}\s*[\w%]+(?: \w+){{0,4}}\s*$)",
        rf"{_NUMBER}[\w%]*(?: \w+){{0,2}} (?:max(?:imum)?|at (?:the )?(?:most|very most)|tops|or (?:less|fewer|under)|minimum|at least|and no more|and not (?:a \w+|one) more|is the (?:limit|maximum|ceiling|most))\b",
        r"(?:use|take|pick|choose|include|suggest|recommend|book|quote|cite|show|list|send|give|write|speak|search|buy|order|consider|accept|offer|touch|edit|change|read|play|travel by|go by|stay|stick|work|contact|invite|cook|ship|pay|reply|answer) (?:me |him |her |them |us |it |to |with |in |by |from )?(?:only|nothing but|exclusively|solely)\b",
        r"only (?:use|take|pick|choose|include|suggest|recommend|book|quote|cite|show|list|send|give|write|search|buy|order|consider|accept|offer|touch|edit|change|reply|answer|call|contact|invite|pay|ship|cook|bake|look|talk|speak|work|go|read|translate|fix|report|mention|tell|share|post|run)\b(?! know| to (?:find|realise|realize|discover))",
        r"(?:use|with) (?:nothing|no \w+|none)\b",
        r"stick (?:to|with)\b(?! (?:it|me|you|your guns|what (?:makes|you love)|that|your (?:plan|dream|goal)s?)\b)",
        r"(?:avoid|exclude|omit|leave out|rule out|steer clear of|stay (?:away from|out of|off)|keep (?:away from|off|out of)|keep [\w' ]{1,30} out of|refrain from|leave [\w' ]{1,24} (?:out|alone|as (?:it|they) (?:is|are|stands?)|untouched|unchanged)|keep [\w' ]{1,30} (?:as (?:it|they) (?:is|are|stands?)|unchanged|untouched|intact))\b",
        r"keep (?:this|it|that|things|everything|all (?:of )?this|the \w+(?: \w+)?|my \w+|what i \w+|his \w+|her \w+|their \w+) (?:strictly |all |just )?(?:between us|between you and me|between ourselves|secret|confidential|private|to yourself|quiet|under wraps|off the record|from \w+|a secret|anonymous|hidden|out of)\b",
        r"(?:this|that|it|what i(?:['’]m| am) (?:saying|telling)|everything|all (?:of )?this) (?:stays|must stay|has to stay|should stay|remains|is|needs to stay|must remain|is strictly|has to remain|is to stay|is to remain) (?:strictly )?(?:between us|between you and me|confidential|secret|private|off the record|in (?:this chat|here))\b",
        r"(?:make|be) (?:sure|certain)\b.*?\b(?:not|no|nothing|nobody|never|only|doesn['’]t|don['’]t|isn['’]t|aren['’]t|won['’]t|without|under|below|at most|at least|stays?|within|before)\b",
        r"(?:ensure|see to it)\b.*?\b(?:not|no|nothing|nobody|never|only|doesn['’]t|don['’]t|isn['’]t|aren['’]t|without|under|below|at most|at least|stays?|within)\b",
        rf"you(?:['’]re| are) not (?:to|allowed to|permitted to)\s+{_ACT}\b",
        rf"(?:you )?(?:must|may|should|shall|can|could|are) ?(?:not|n['’]t|never) (?:ever )?(?:to )?{_ACT}\b(?=.*(?:{CONDITION}|.))",
        rf"(?:you )?(?:can['’]?t|cannot|can not) (?:ever |yet |just )?{_ACT}\b(?=.*{CONDITION})",
        rf"(?:you )?(?:may|must|should|shall|are to|are allowed to|are permitted to) only (?:ever )?{_ACT}\b",
        rf"(?:you )?(?:can|are) only (?:allowed to |permitted to |to )?{_ACT}\s(?=(?:to |with |about )?(?:my|our|him|her|them|(?-i:[A-Z])\w+|the \w+)\b.*\b(?:by|via|through|over|in writing|after|if|when|once|on|between|at|not)\b)",
        rf"i(?:['’]d| would)? (?:do\s?n['’]?t|do not|never|would ?n['’]t) (?:want|wish|like|need) (?:you to|anything|anyone|anybody|any \w+|it|this|that|the \w+|them|my \w+|him|her) (?:to )?(?:be )?\b.*?(?:{CONDITION}|sent|booked|published|posted|shared|paid|ordered|told|to know|to find out|to hear|knowing|mentioned|changed|deleted|send|book|share|post|order|pay|tell|publish|contact|call|{_ACT})\b",
        r"i(?:['’]d| would) (?:rather|prefer|like) (?:it if )?(?:you|that you|nobody|no one|nothing) (?:did\s?n['’]?t|not|do not|do\s?n['’]t|was|were|is)\b",
        r"i\s?(?:want|need|have|must|['’]d like|would like|insist on|wish)(?: to)? (?:to )?(?:see|approve|check|confirm|read|review|sign off|okay|decide|be asked|have the (?:last|final)|have (?:a|the) (?:look|say)|be consulted|know)\b.*\b(?:before|first|prior to|until)\b(?! (?:i|we)\b)",
        r"(?:nobody|no one|no-one)(?: (?:but|except|other than) [\w ]{1,20}?| \w+)? (?:is to|must|may|should|can|is allowed|else|has to|gets? to|needs? to|outside)\b",
        r"(?!(?:she|he|i|we|you|there)\b)(?:it|they|this|that|these|everything|nothing|all (?:of )?\w+|any \w+|each \w+|every \w+|the [\w' -]{1,40}?|my [\w' -]{1,24}?|[A-Z]\w+|anything(?: \w+){0,2}|whatever \w+ \w+)\s+(?:must|may|shall|should|is to|are to|is|are) ?(?:not|n['’]t|never) (?:to |allowed to |be allowed to |be )?(?:contain|include|exceed|have (?:any|more|less|a\b)|be|cost|go|know|find|hear|see|mention|leave|use|touch|change|arrive|take|last|show|sent|shared|posted|published|opened|told|deleted|changed|seen|cross|depart|run|start|end|get|mentioned|replaced|moved|longer|more|over|later|earlier|cc|appear)\b",
        # "it has to be on a weekday", "the hotel must be near the station"
        rf"(?:it|they|this|that|these|the [\w' -]{{1,30}}?) (?:has to|have to|needs? to) be (?:only )?(?:on|after|before|by|during|in) (?:a |an |the )?{_WHEN}",
        r"(?:it|they|the [\w' -]{1,30}?) (?:has to|have to|needs? to|must) be (?:within|near|close to|next to|in walking distance|on the (?:ground|first|top) floor)\b",
        rf"(?!(?:i|we|he|she) (?:has|have|need|needs|must|should|ought)(?: to)? be (?:at|there|in|up|back|out|off|on)\b)(?:it|they|this|that|these|everything|all (?:of )?\w+|the [\w' -]{{1,40}}?|each \w+|every \w+|[\w']+)?\s*(?:has to|have to|needs? to|must|should|ought to) (?:be|stay|remain|cost|fit|take|last|come|keep|contain|arrive)\s+(?:\w+ ){{0,2}}?(?:{_LIMIT}|vegan|vegetarian|halal|kosher|gluten|nut|dairy|lactose|sugar|alcohol|step|wheelchair|pet|free of|in (?:english|chinese|french|german|spanish|writing|pdf|person)|non-|anonymous|confidential|secret|unchanged|within|under|below|no (?:more|longer|later)|at least|at most)\b",
        r"(?:it|they|this|that|these|the [\w' -]{1,40}?|each \w+|total|anything) (?:can['’]?t|cannot|can not|mustn['’]?t|must not|should ?n['’]t|may not|ought not(?: to)?|is not to|are not to) (?:exceed|cost (?:more|over)|go (?:over|above|beyond|past)|be (?:more|longer|over|above|later)|contain|include|have any|take (?:more|longer)|run (?:over|past)|last (?:more|longer))",
        r"without (?:telling|mentioning|naming|revealing|using|touching|changing|adding|removing|quoting|including|spending|going|any|letting|involving|asking|booking|a single)\b(?=.{3,60}$)",
        r"(?:vegetarian|vegan|halal|kosher|cash|trains?|direct flights?|non-?smoking|english|french|chinese|metal|plain text|women|members|adults|[\w-]+s) only\b(?! (?:one|two|if|when|because|have|has|had|come|get|do|make|know)\b)",
        r"nothing (?:but|except|other than)\b",
        # "no flights before 9am", "never on Sundays", "I won't pay more than 50": a bound, whatever it is put on
        rf"(?:absolutely |strictly |ideally |definitely )?no (?!{_NO_TALK})(?:[\w'’-]+ ){{1,5}}?(?:before|after|earlier than|later than|over|above|under|below|beyond|more than|less than|longer than|shorter than|cheaper than|on|during|between|past|within)\s+(?:the\s+)?(?:{_NUMBER}|{_WHEN})(?!.*\b(?:is|are|was|were|has|have|had|will|would|left|available)\b)",
        rf"never (?:on|before|after|over|above|during|past|under|below|between|more than|less than|later than|earlier than|longer than|at)\s+(?:a |the )?(?:{_NUMBER}|{_WHEN})(?!.*\b(?:i|we|he|she|they|have|has|had|did|was|were)\b)",
        rf"(?:i|we)(?: am| are|['’]m|['’]re)? ?(?:won['’]t|will not|would ?n['’]t|would not|can['’]?t|cannot|do(?: not|n['’]t) want to|not) (?:be )?(?:pay(?:ing)?|spend(?:ing)?|go(?:ing)?) (?:more than|over|above|beyond|past|any more than)\s+(?:the )?{_NUMBER}",
        rf"(?:anything|everything|all|any \w+|whatever \w+) (?:\w+ )?(?:before|after|over|above|under|below|more than|less than|on|past|beyond)\s+(?:{_NUMBER}|{_WHEN})[^,?]{{0,30}}\bis (?:too (?:early|late|much|expensive|dear|long|far)|no good|not ok(?:ay)?|impossible)\b",
    )
)
#: "Don't let anyone else edit the sheet": what others are kept from, and no comfort ("don't let anyone tell you …").
LETS = re.compile(
    rf"{_NOT}\s+let (?:anyone|anybody|any \w+|others?|other people|people|strangers|him|her|them|my \w+|our \w+|the \w+|(?-i:[A-Z])\w+)(?: (?:else|but me|except me|other than me))?(?: and \w+)?\s(?:ever )?"
    r"(?:edit|change|see|read|open|use|access|touch|copy|view|delete|move|know|find|hear|book|join|enter|into|near|have|borrow|take|print|post|pay|sign|answer|look|write|download|in on)\b(?!\s(?:you|your|yourself|me|myself|what you(?:['’]re| are) worth)\b)",
    re.I,
)
#: "No wait, make it seven": an interjection, and nothing that is ruled out.
INTERJECTION = re.compile(
    r"(?:no|just|only)[\s,]+(?:wait|hang on|hold on|hold up|stop|listen|look|scratch that|sorry|hey|joking|kidding|never ?mind)(?:\s(?:a|one) (?:sec(?:ond)?|minute|moment|bit)|\sthough|\splease|\sup)?$",
    re.I,
)
#: What comes after a joke and tells that it was one.
IN_JEST = re.compile(
    r"\W*(?:(?:ha){2,}h?|lol|rofl|(?:just |only )?(?:kidding|joking)|gotcha|got you|i(?:['’]m| am| was) (?:just |only )?(?:kidding|joking)|(?:哈|嘿|嘻|呵){2,}|(?:我)?(?:开(?:个)?玩笑|逗你|骗你|吓唬?你|吓到))",
    re.I,
)
#: Any prohibition counts in a message that asks for something: "don't reword anything".
NEVER_ANY = re.compile(rf"{_NOT}\s+(?!\w+ing\b|you\b|i\b|we\b)[a-z]+", re.I)
#: "Only trains", "no flights": a noun and nothing more, where something is asked for.
BARE = re.compile(
    r"(?:only|no|just|zero|strictly no|absolutely no|ideally no|definitely no|nothing)\s+(?!(?:prob\b|doubts?|further|problem|worries|worry|idea|way|thanks?|thank|need|one|doubt|wonder|pressure|rush|regrets?|kidding|"
    r"matter|luck|offence|offense|biggie|big deal|pain|questions?|time|more|longer|i|you|we|he|she|they|it|that|this|there|the|what|but|not|sorry|really|because|and|so|if|when|then|my|your|judg\w*|"
    r"excuses?|complaints?|plans?|limits?|a|an|chance|hurry|stress|progress|news|comment|joke|fun|point|need|cap|to|is|was|kids yet|for|in|at|have|has|had|got|wanted|curious|checking|wondering|thinking|like|as|"
    r"saying|asking|trying|started|finished|be|do|does|did|go|let|take|remember|make|keep|tell|give|knew|know|want|feel|hope|wish|love|saw|got|read|one|two|three|few|some|any|another|different|sure|great|good|"
    r"words|surprise|surprises there|wrong|right|yes|no|oh|ok|okay|well|such)\b)(?!.*\b(?:can|could|will|should|is|are|was|were|has|have|had|does|did|needed|required|necessary|left|matters?|works?)\b)(?:[\w'’&/-]+\s?){1,5}$",
    re.I,
)
#: "… to Anna, but not to Tom": the exception to what is asked for.
BUT_NOT = re.compile(
    r"\b(?:but|and|just|though)\s+(?:(?:please|pls|kindly)\s+)?(?:"
    rf"(?:do\s?n['’]?t|do not|by no means|under no circumstances|on no account|not?|never|nothing|only|without)\s+(?:to |yet |the |any |before |until |with |on |in |for |{_ACT})"
    r"|(?:do\s?n['’]?t|do not)\s+(?!(?:worry|forget|mind|hesitate|know|think|want|need|have|like|love|see|remember|understand|care|believe|feel|expect|really|get|be)\b)[a-z]+"
    r"|leave [\w' ]{1,30}? (?:out|alone|as (?:it|they) (?:is|are|stands?))\b|keep [\w' ]{1,30}? (?:as (?:it|they) (?:is|are)|unchanged|out of)\b)",
    re.I,
)
#: "… recipes without dairy", "… a menu with no pork": in an order.
WITHOUT = re.compile(
    r"\bwithout (?:flying|driving|using|changing|touching|adding|removing|naming|mentioning|booking|paying|spending|sharing|telling|cutting|losing)\b|\b(?:with no|without(?: any)?|that (?:has|have|contains?) no|but no|and no|free of)\s+(?!(?:problems?|doubt|luck|success|trouble|fail|question|issues?|reason|idea|much|so|too|me|you|him|her|them|it|this|that|\w+ing)\b)\w+",
    re.I,
)
#: What comes first and tells when the order holds.
BEFOREHAND = re.compile(
    r"(?:and |but |so |also )?(?:if|when(?:ever)?|unless|until|till|before|once|as soon as|in case|as long as|while|after|for (?:any|every|all|each)\w*|should)\b",
    re.I,
)
SELF = re.compile(r"(?:\w+[\s,]+)?(?:i|we)\b", re.I)
OUGHT = re.compile(r"\b(?:should|must|has to|have to|needs? to|ought to) be\b", re.I)
REQUEST = re.compile(
    r"\b(?:book|find|plan|write|suggest|recommend|order|draft|prepare|compare|make|cook|buy|arrange|pick|choose|look for|search|get me|send|organi[sz]e|design|list|translate|summari[sz]e|reply|help|need|want|"
    r"can you|could you|please|pls|would like|looking for|let['’]s|put together|come up with|look (?:at|through|into|over)|go (?:through|over)|check|sort|tidy|fix|you (?:can|may)|u can)\b",
    re.I,
)
#: An order or an errand at the beginning of a sentence.
ASKS = re.compile(
    r"(?:(?:please|so|and|ok(?:ay)?|now|hi|hey|then|also|first)[\s,]+)*(?:(?:can|could|would|will) you|i(?:['’]d| would) like|i(?:['’]m| am)? (?:need|looking for|want)|we need|help (?:me|us)|let['’]s|(?:book|find|plan|write|suggest|recommend|order|draft|prepare|compare|make|cook|buy|arrange|pick|choose|look|search|get|send|"
    r"organi[sz]e|design|list|translate|summari[sz]e|reply|put|come up|give|show|create|generate|set up|use|add|travel|pack|bake|serve|invite|schedule|edit|fix|refactor|check|decorate)\b)",
    re.I,
)
#: A rule for every conversation is memory's, and a thing to forget is no restriction.
LASTING = re.compile(
    r"\b(?:from now on|in future|in the future|as a rule|for ever|forever|every time (?:we|you talk|i (?:talk|ask|chat))|in (?:all|every) (?:our )?(?:chats?|conversations?|repl(?:y|ies)|answers?)|whenever (?:i|we) (?:talk|chat|ask))\b|"
    r"\b(?:don['’]t|do not|never) (?:remember|save|store|memori[sz]e|keep (?:this|that|it) in (?:memory|mind))\b",
    re.I,
)
#: Somebody else's rule that is told of, or one's own life.
TOLD = re.compile(
    r"\b(?:said|says|say|saying|told|tells|warned|asked|asks|reads|read|wrote|writes|thinks?|believes?|believe|explained|advised|advises|insists|insisted|means|meant|motto|advice|heard|learn(?:ed|t)|taught|reminds?|reminded|"
    r"know|knew|think|guess|realise|realize)\b(?: (?:me|us|him|her|them|that|to|you|all))*\s*[,:]?\s*$",
    re.I,
)
KIND_QUESTION = re.compile(r"(?:can|could|would|will|may) (?:you|we|i ask you to)\b", re.I)
PLAIN_QUESTION = re.compile(
    r"^(?:(?:and|but|so|ok|also)\s+)?(?:what|why|how|who|where|which|is|are|am|was|were|do i|do we|do you|does|did|should|shall|must i|may i|can i|has|have i|have you|why don['’]t|don['’]t you(?! (?:dare|ever))|won['’]t you|isn['’]t|aren['’]t|doesn['’]t|didn['’]t)\b",
    re.I,
)
NEGATIVE = re.compile(r"\b(?:not|n['’]t|never|no|nothing|nobody|hold|wait|without|only)\b|n['’]t\b", re.I)
HAS_CONDITION = re.compile(rf"\b{CONDITION}", re.I)
_MY_WORD = r"(?:my|our) (?:\w+ )?(?:ok(?:ay)?|approval|go-ahead|permission|consent|confirmation|word|say-so|answer|reply|sign-off|agreement|blessing)"
#: "no need to ask me first", "don't wait for my OK": what would have waited for the person waits no more.
WAIVES = re.compile(
    rf"(?:(?:you )?(?:do\s?n['’]?t|do not|need ?n['’]?t|need not|no longer|never)(?: (?:have|need))?(?: to)?|(?:there(?:['’]s| is) )?no (?:longer )?(?:need|reason) (?:for you )?to|(?:it['’]s|it is) (?:no longer|not) (?:necessary|needed) to)"
    rf" (?:keep )?(?:(?:ask(?:ing)?|check(?:ing)?(?: it)? with|wait(?:ing)? for|consult(?:ing)?|clear(?:ing)? it with|run(?:ning)? it (?:by|past)|tell(?:ing)?|call(?:ing)?) (?:(?:me|us)(?= (?:first|before|any ?more|again|every time|each time|beforehand|in advance|for permission|now|to (?:agree|approve|confirm))|$|[,;.!])|(?:for )?{_MY_WORD}\b)"
    rf"|(?:ask|check)(?:ing)?(?= (?:first|before|any ?more|again|every time|each time|beforehand|in advance)|$|[,;.!])|(?:get|seek|need|have|require) {_MY_WORD}\b|wait (?:until|till) (?:i|we)\b|need {_MY_WORD}\b)"
    rf"|you (?:do\s?n['’]?t|do not|no longer) need {_MY_WORD}\b",
    re.I,
)
WAIVES_ANYWHERE = re.compile(
    rf"\b(?:{WAIVES.pattern}|without (?:asking|checking|waiting|my|consulting)(?: with| for)?(?: me| us| my)?)",
    re.I,
)
#: "…, okay?": asked after an order.
TAG = re.compile(
    r"(?:ok(?:ay)?|right|please|will you|would you|alright|all right|got it|understood|yes|deal|agreed|thanks|thank you|is that (?:ok|clear)|can you)",
    re.I,
)
#: What goes on after the restriction with something else.
TURNS_AWAY = re.compile(
    r"^(?:(?:and|but|so|also)\s+)?(?:(?:can|could|would|will) you|what|how|why|when|where|i(?:['’]m|['’]ve| am| have| think| hope| know| like)\b|thanks|thank you|that['’]s|it['’]s|let['’]s|the rest|otherwise you can|you can|feel free|tell me|give me|show me|find|write|make|plan|suggest)",
    re.I,
)
