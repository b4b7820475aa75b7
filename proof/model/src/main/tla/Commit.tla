------------------------------- MODULE Commit -------------------------------
(***************************************************************************)
(* One transaction of a tree of nodes: two-phase commit with presumed     *)
(* abort, interposition, and recovery, from the first call until nothing   *)
(* is left. Nodes crash between any two steps; messages are lost, late,    *)
(* repeated and out of order; what is not forced may vanish.               *)
(*                                                                         *)
(* docs/design/model.md maps each action to the code and each property to  *)
(* the laws, and tells what is left out.                                   *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Nodes,           \* the processes
    Root,            \* the node that begins the transaction
    Superior,        \* the caller of each node except the root
    Workers,         \* the nodes with a branch of their own
    IncarnationsMax, \* how often a node may join the transaction
    CallsMax,        \* how often a node is called
    CrashesMax,
    LostRepliesMax,  \* of calls; other messages get lost without a bound
    FailedForcesMax,
    HeuristicsMax,   \* resources that decide by themselves
    ActsMax,         \* operators who decide in place of a superior
    Mistake          \* what goes wrong on purpose; "none"

VARIABLES
    up,       \* whether a node runs, and has read its log
    mem,      \* what it knows of the transaction; lost in a crash
    gone,     \* incarnations that it rolled back by itself in this epoch; lost in a crash
    log,      \* records; a crash leaves one of them as the last; if there is only one, it is durable
    born,     \* how many incarnations it had
    branch,   \* its resource's outcome for each of them
    net,      \* every message ever sent; any may be taken any number of times, or never
    told,     \* the client's answer
    calls,    \* how often it was called
    spent     \* the misfortunes so far

vars == <<up, mem, gone, log, born, branch, net, told, calls, spent>>

Chain == [n \in {"S", "T"} |-> IF n = "S" THEN "R" ELSE "S"]
Fork == [n \in {"S", "U"} |-> "R"]
Tree == [n \in {"S", "T", "U"} |-> IF n = "T" THEN "S" ELSE "R"]

Kids(n) == {c \in Nodes \ {Root} : Superior[c] = n}
Incarnations == 1..IncarnationsMax

\* The identity of an incarnation for others: node, epoch and sequence (law 15).
Name(i) == IF Mistake = "incarnation without epoch" THEN 1 ELSE i

----------------------------------------------------------------------------
(* What a node knows, and what it writes down.                             *)

Nothing == [step |-> "NONE", inc |-> 0, sup |-> 0, kids |-> {}, yes |-> {}, fin |-> {}, own |-> "done",
            other |-> FALSE, heuristic |-> FALSE, marked |-> FALSE, leads |-> FALSE, res |-> "none"]

Begun(i, s) == [Nothing EXCEPT !.step = "ACTIVE", !.inc = i, !.sup = s, !.own = "open"]

NoRecord == [kind |-> "none"]

\* Finished participants are left out, except those with something to report (DecisionRecord.isNamed).
Record(kind, m) ==
    [kind |-> kind, inc |-> m.inc, sup |-> m.sup, kids |-> m.kids \ m.fin, own |-> m.own,
     heuristic |-> m.heuristic, res |-> m.res]

\* How a start rebuilds a transaction from a record (Restoration, Transaction.recovered).
Recovered(r) ==
    IF r.kind = "none" THEN Nothing
    ELSE [Nothing EXCEPT
            !.step = CASE r.kind = "prepared" /\ r.res = "none" -> "PREPARED"
                       [] r.kind = "prepared" /\ r.res = "commit" -> "OBEYING"
                       [] r.kind = "prepared" /\ r.res = "rollback" -> "ROLLING_BACK"
                       [] r.kind = "decided" -> "COMMITTING"
                       [] r.kind = "rollback" -> "ROLLING_BACK",
            !.inc = r.inc, !.sup = r.sup, !.kids = r.kids, !.yes = r.kids, !.own = r.own,
            !.other = r.heuristic, !.heuristic = r.heuristic, !.res = r.res]

Is(n, steps) == up[n] /\ mem[n].step \in steps
Own(n) == branch[n][mem[n].inc]
IsSubordinate(n) == n # Root /\ ~mem[n].leads
Self(n) == <<n, Name(mem[n].inc)>>
Message(kind, to, from) == <<kind, to[1], to[2], from>>
ToAll(kind, n) == {Message(kind, k, mem[n].inc) : k \in mem[n].kids \ mem[n].fin}
Reply(kind, n) == Message(kind, Self(n), mem[n].sup)

Step(n, step) == mem' = [mem EXCEPT ![n].step = step]
Become(n, step, sent) == Step(n, step) /\ net' = net \cup sent
Send(sent) == net' = net \cup sent
Spend(what) == spent' = [spent EXCEPT ![what] = @ + 1]
Branch(n, i, state) == branch' = [branch EXCEPT ![n][i] = state]

\* Appended: a crash may leave this record. Forced: a crash leaves no other.
Append(n, r) == log' = [log EXCEPT ![n] = @ \cup {r}]
Force(n, r) == log' = [log EXCEPT ![n] = {r}]

\* The transaction is over; the end record is lazy.
Forget(n, sent) ==
    /\ mem' = [mem EXCEPT ![n] = Nothing]
    /\ IF log[n] = {NoRecord} THEN UNCHANGED log ELSE Append(n, NoRecord)
    /\ Send(sent)

RollBack(n) ==
    mem' = [mem EXCEPT ![n].step = "ROLLING_BACK"]
    /\ Send(ToAll("rollback", n))

Init ==
    /\ up = [n \in Nodes |-> TRUE]
    /\ mem = [n \in Nodes |-> IF n = Root THEN Begun(1, 0) ELSE Nothing]
    /\ gone = [n \in Nodes |-> {}]
    /\ log = [n \in Nodes |-> {NoRecord}]
    /\ born = [n \in Nodes |-> IF n = Root THEN 1 ELSE 0]
    /\ branch = [n \in Nodes |-> [i \in Incarnations |->
                    IF n = Root /\ i = 1 /\ n \in Workers THEN "active" ELSE "none"]]
    /\ net = {}
    /\ told = "nothing"
    /\ calls = [n \in Nodes |-> 0]
    /\ spent = [crashes |-> 0, lost |-> 0, forces |-> 0, heuristics |-> 0, acts |-> 0]

----------------------------------------------------------------------------
(* Work.                                                                   *)

\* A call makes a subordinate, or finds it; its reply registers it, or is lost (laws 14 to 16).
Call(n, c) ==
    /\ Is(n, {"ACTIVE"}) /\ up[c] /\ calls[c] < CallsMax
    /\ calls' = [calls EXCEPT ![c] = @ + 1]
    /\ UNCHANGED <<up, gone, log, net, told>>
    /\ LET known == {k \in mem[n].kids : k[1] = c}
           here == mem[c].step # "NONE"
           isNew == ~here /\ born[c] < IncarnationsMax
                    /\ (known = {} \/ Mistake = "incarnation without epoch")
           isOld == Is(c, {"ACTIVE"}) /\ ~mem[c].marked /\ known \subseteq {Self(c)}
           i == IF isNew THEN born[c] + 1 ELSE mem[c].inc
           joined == IF isNew THEN Begun(i, mem[n].inc) ELSE mem[c]
           registered == IF joined.sup = mem[n].inc THEN {<<c, Name(i)>>} ELSE {}
       IN IF ~isNew /\ ~isOld
          THEN /\ mem' = [mem EXCEPT ![n].marked = TRUE, ![c].marked = @ \/ mem[c].step = "ACTIVE"]
               /\ UNCHANGED <<born, branch, spent>>
          ELSE /\ born' = [born EXCEPT ![c] = IF isNew THEN i ELSE @]
               /\ IF isNew /\ c \in Workers THEN Branch(c, i, "active") ELSE UNCHANGED branch
               /\ \/ mem' = [mem EXCEPT ![c] = joined, ![n].kids = @ \cup registered]
                     /\ UNCHANGED spent
                  \/ /\ spent.lost < LostRepliesMax
                     /\ Spend("lost")
                     /\ mem' = [mem EXCEPT ![c] = joined, ![n].marked = (Mistake # "lost reply ignored")]

\* The application, a timeout before the vote, or a participant that does not agree (law 20).
Abort(n) ==
    /\ \/ Is(n, {"ACTIVE", "PREPARING"})
       \/ Mistake = "timeout after the decision" /\ Is(n, {"COMMITTING"}) /\ n = Root
    /\ RollBack(n)
    /\ told' = IF n = Root /\ told = "nothing" THEN "rolled back" ELSE told
    /\ gone' = IF n = Root THEN gone ELSE [gone EXCEPT ![n] = @ \cup {mem[n].inc}]
    /\ UNCHANGED <<up, log, born, branch, calls, spent>>

----------------------------------------------------------------------------
(* Phase one.                                                              *)

\* A commit that this node decides: of nothing, in one phase, or in two (Transaction.commitEvent).
Decide(n) ==
    LET hasOwn == n \in Workers
        kids == mem[n].kids
        doneHere == IF n = Root THEN {} ELSE {Reply("one committed", n)}
    IN CASE kids = {} /\ hasOwn /\ Own(n) = "active" ->
                 /\ Branch(n, mem[n].inc, "committed")
                 /\ mem' = [mem EXCEPT ![n] = Nothing]
                 /\ Send(doneHere)
                 /\ told' = IF n = Root THEN "committed" ELSE told
         [] kids = {} /\ ~hasOwn ->
                 /\ mem' = [mem EXCEPT ![n] = Nothing]
                 /\ Send(doneHere)
                 /\ told' = IF n = Root THEN "committed" ELSE told
                 /\ UNCHANGED branch
         [] Cardinality(kids) = 1 /\ ~hasOwn ->
                 /\ mem' = [mem EXCEPT ![n].step = "ONE_PHASE", ![n].leads = TRUE]
                 /\ Send(ToAll("one phase", n))
                 /\ UNCHANGED <<branch, told>>
         [] OTHER ->
                 /\ mem' = [mem EXCEPT ![n].step = "PREPARING", ![n].leads = TRUE]
                 /\ Send(ToAll("prepare", n))
                 /\ UNCHANGED <<branch, told>>

Commit(n) ==
    /\ n = Root /\ Is(n, {"ACTIVE"}) /\ ~mem[n].marked
    /\ Decide(n)
    /\ UNCHANGED <<up, gone, log, born, calls, spent>>

\* The superior asks for a vote, or lets this node decide.
TakePrepare(n) ==
    \E m \in net :
        /\ m[1] \in {"prepare", "one phase"} /\ m[2] = n
        /\ Is(n, {"ACTIVE"}) /\ m[3] = Name(mem[n].inc)
        /\ UNCHANGED <<up, log, born, calls, spent>>
        /\ IF mem[n].marked
           THEN RollBack(n) /\ gone' = [gone EXCEPT ![n] = @ \cup {mem[n].inc}] /\ UNCHANGED <<branch, told>>
           ELSE /\ UNCHANGED gone
                /\ IF m[1] = "prepare"
                   THEN Become(n, "PREPARING", ToAll("prepare", n)) /\ UNCHANGED <<branch, told>>
                   ELSE Decide(n)

\* The node's own branch votes; a refusal or a lost answer makes it roll back.
PrepareBranch(n) ==
    /\ Is(n, {"PREPARING"}) /\ Own(n) = "active"
    /\ \/ Branch(n, mem[n].inc, "prepared") /\ UNCHANGED <<mem, net, told>>
       \/ /\ Branch(n, mem[n].inc, "readonly")
          /\ mem' = [mem EXCEPT ![n].own = "done"]
          /\ UNCHANGED <<net, told>>
       \/ /\ \E left \in {"rolledback", "prepared"} : Branch(n, mem[n].inc, left)
          /\ IF Mistake = "refused vote ignored"
             THEN mem' = [mem EXCEPT ![n].own = "done"] /\ UNCHANGED <<net, told>>
             ELSE /\ RollBack(n)
                  /\ told' = IF n = Root THEN "rolled back" ELSE told
    /\ UNCHANGED <<up, gone, log, born, calls, spent>>

TakeVote(n) ==
    \E m \in net :
        /\ m[1] \in {"prepared", "readonly"} /\ m[2] \in Kids(n)
        /\ Is(n, {"PREPARING"}) /\ m[4] = mem[n].inc /\ <<m[2], m[3]>> \in mem[n].kids
        /\ LET k == <<m[2], m[3]>> IN
           mem' = IF m[1] = "prepared" THEN [mem EXCEPT ![n].yes = @ \cup {k}]
                  ELSE [mem EXCEPT ![n].fin = @ \cup {k}]
        /\ UNCHANGED <<up, gone, log, born, branch, net, told, calls, spent>>

\* All have voted: the record is appended, and nothing else can undo it; or all were read-only.
Agree(n) ==
    /\ Is(n, {"PREPARING"})
    /\ mem[n].kids \subseteq mem[n].yes \cup mem[n].fin
    /\ n \in Workers => Own(n) # "active"
    /\ UNCHANGED <<up, gone, born, branch, calls, spent>>
    /\ LET own == IF n \in Workers THEN mem[n].own ELSE "done"
           m == [mem[n] EXCEPT !.own = own]
           isReadOnly == m.kids \subseteq m.fin /\ own = "done"
           sub == IsSubordinate(n)
       IN IF isReadOnly
          THEN /\ mem' = [mem EXCEPT ![n] = Nothing]
               /\ Send(IF sub THEN {Reply("readonly", n)}
                       ELSE IF n = Root THEN {} ELSE {Reply("one committed", n)})
               /\ told' = IF n = Root THEN "committed" ELSE told
               /\ UNCHANGED log
          ELSE /\ mem' = [mem EXCEPT ![n] = [m EXCEPT !.step = IF sub THEN "RECORDING_PREPARED" ELSE "DECIDING"]]
               /\ Append(n, Record(IF sub THEN "prepared" ELSE "decided", m))
               /\ UNCHANGED <<net, told>>

----------------------------------------------------------------------------
(* Records.                                                                *)

Recording == {"RECORDING_PREPARED", "DECIDING", "RECORDING_WORD", "RECORDING_COMMIT", "RECORDING_ROLLBACK"}

RecordOf(n) ==
    CASE mem[n].step = "RECORDING_PREPARED" -> Record("prepared", mem[n])
      [] mem[n].step = "RECORDING_ROLLBACK" -> Record("rollback", mem[n])
      [] OTHER -> Record("decided", mem[n])

\* State that a mistake keeps only in memory, although it must be forced.
IsSkipped(step) ==
    \/ Mistake = "vote not forced" /\ step = "RECORDING_PREPARED"
    \/ Mistake = "decision not forced" /\ step = "DECIDING"
    \/ Mistake = "heuristic not forced" /\ step \in {"RECORDING_COMMIT", "RECORDING_ROLLBACK"}

\* The record is durable, so the node acts on it and sends it.
Durable(n) ==
    /\ Is(n, Recording)
    /\ IF IsSkipped(mem[n].step) THEN UNCHANGED log
       ELSE Force(n, IF Mistake = "end before the commits" /\ mem[n].step = "DECIDING"
                     THEN NoRecord ELSE RecordOf(n))
    /\ CASE mem[n].step = "RECORDING_PREPARED" -> Become(n, "PREPARED", {Reply("prepared", n)})
         [] mem[n].step = "DECIDING" -> Become(n, "COMMITTING", ToAll("commit", n))
         [] mem[n].step = "RECORDING_WORD" -> Become(n, "COMMITTING", {Reply("done", n)})
         [] mem[n].step = "RECORDING_COMMIT" -> Become(n, "COMMITTING", ToAll("commit", n))
         [] mem[n].step = "RECORDING_ROLLBACK" -> Become(n, "ROLLING_BACK", {})
    /\ UNCHANGED <<up, gone, born, branch, told, calls, spent>>

\* The force fails: the state of the disk is unknown, and the node stops (law 8).
FailForce(n) ==
    /\ Is(n, Recording) /\ spent.forces < FailedForcesMax
    /\ Spend("forces")
    /\ Step(n, "UNKNOWN")
    /\ UNCHANGED <<up, gone, log, born, branch, net, told, calls>>

----------------------------------------------------------------------------
(* Phase two.                                                              *)

\* A decision of the superior, sent by itself or as an answer.
TakeWord(n) ==
    \E m \in net :
        /\ m[1] \in {"commit", "rollback"} /\ m[2] = n /\ up[n]
        /\ LET isKnown == mem[n].step # "NONE" /\ m[3] = Name(mem[n].inc)
               isCommit == m[1] = "commit"
               answer(kind) == Message(kind, <<n, m[3]>>, m[4])
               Answer(kind) == Send({answer(kind)}) /\ UNCHANGED <<mem, log, gone>>
           IN IF ~isKnown
              THEN isCommit /\ Answer("done")
              ELSE CASE mem[n].step = "ACTIVE" ->
                          RollBack(n) /\ UNCHANGED <<log, gone>>
                     [] mem[n].step = "PREPARED" /\ isCommit ->
                          Become(n, "OBEYING", ToAll("commit", n)) /\ UNCHANGED <<log, gone>>
                     [] mem[n].step = "PREPARED" /\ ~isCommit ->
                          RollBack(n) /\ UNCHANGED <<log, gone>>
                     [] mem[n].step = "COMMITTING" /\ isCommit /\ mem[n].res # "commit" ->
                          Answer(IF mem[n].heuristic THEN "heuristic" ELSE "done")
                     [] mem[n].step = "HEURISTIC" /\ mem[n].res = "none" ->
                          Answer("heuristic")
                     [] mem[n].step = "HEURISTIC" /\ mem[n].res # "none" ->
                          IF mem[n].res = m[1] /\ ~mem[n].heuristic
                          THEN Forget(n, {answer("done")}) /\ UNCHANGED gone
                          ELSE Answer("heuristic")
                     [] OTHER -> FALSE
        /\ UNCHANGED <<up, born, branch, told, calls, spent>>

\* The node's own branch follows the decision; if it decided by itself, that is found out now.
FinishBranch(n) ==
    /\ Is(n, {"OBEYING", "COMMITTING", "ROLLING_BACK"}) /\ mem[n].own = "open"
    /\ LET isCommit == mem[n].step # "ROLLING_BACK"
           state == Own(n)
           isOther == state = IF isCommit THEN "hrolledback" ELSE "hcommitted"
       IN /\ mem' = [mem EXCEPT ![n].own = "done", ![n].other = @ \/ isOther]
          /\ IF state \in {"active", "prepared", "hcommitted", "hrolledback"} /\ ~isOther
             THEN Branch(n, mem[n].inc, IF isCommit THEN "committed" ELSE "rolledback")
             ELSE UNCHANGED branch
    /\ UNCHANGED <<up, gone, log, born, net, told, calls, spent>>

TakeDone(n) ==
    \E m \in net :
        /\ m[1] \in {"done", "heuristic"} /\ m[2] \in Kids(n)
        /\ Is(n, {"OBEYING", "COMMITTING", "ROLLING_BACK"}) /\ m[4] = mem[n].inc
        /\ m[1] = "done" => mem[n].step # "ROLLING_BACK"
        /\ <<m[2], m[3]>> \in mem[n].kids \ mem[n].fin
        /\ mem' = [mem EXCEPT ![n].fin = @ \cup {<<m[2], m[3]>>},
                              ![n].other = @ \/ m[1] = "heuristic"]
        /\ UNCHANGED <<up, gone, log, born, branch, net, told, calls, spent>>

IsAllDone(n) ==
    mem[n].own # "open" /\ (mem[n].step = "ROLLING_BACK" \/ mem[n].kids \subseteq mem[n].fin)

\* An outcome against the decision is forced before it is reported (law 12).
RecordHeuristic(n) ==
    /\ Is(n, {"OBEYING", "COMMITTING", "ROLLING_BACK"})
    /\ mem[n].other /\ ~mem[n].heuristic
    /\ LET isCommit == mem[n].step # "ROLLING_BACK"
           m == [mem[n] EXCEPT !.heuristic = TRUE,
                               !.step = IF isCommit THEN "RECORDING_COMMIT" ELSE "RECORDING_ROLLBACK"]
       IN /\ mem' = [mem EXCEPT ![n] = m]
          /\ Append(n, Record(IF isCommit THEN "decided" ELSE "rollback", m))
    /\ UNCHANGED <<up, gone, born, branch, net, told, calls, spent>>

\* Some participant can't be reached: the superior's decision is forced, so that it may be acknowledged (law 18).
RecordWord(n) ==
    /\ Is(n, {"OBEYING"}) /\ ~IsAllDone(n) /\ ~mem[n].other /\ mem[n].res = "none"
    /\ IF Mistake = "acknowledged before the children"
       THEN Become(n, "COMMITTING", {Reply("done", n)}) /\ UNCHANGED log
       ELSE Step(n, "RECORDING_WORD") /\ Append(n, Record("decided", mem[n])) /\ UNCHANGED net
    /\ UNCHANGED <<up, gone, born, branch, told, calls, spent>>

\* All have followed the decision. A heuristic outcome is kept, and so is an operator's decision.
Finish(n) ==
    /\ Is(n, {"OBEYING", "COMMITTING", "ROLLING_BACK"}) /\ IsAllDone(n)
    /\ mem[n].other => mem[n].heuristic
    /\ LET isCommit == mem[n].step # "ROLLING_BACK"
           word == IF mem[n].heuristic THEN "heuristic" ELSE "done"
           toSuperior == IF n = Root \/ ~isCommit THEN {}
                         ELSE IF mem[n].leads
                         THEN {Reply(IF mem[n].heuristic THEN "one hazard" ELSE "one committed", n)}
                         ELSE {Reply(word, n)}
       IN IF mem[n].heuristic \/ mem[n].res # "none"
          THEN Become(n, "HEURISTIC", IF mem[n].res = "none" THEN toSuperior ELSE {}) /\ UNCHANGED log
          ELSE Forget(n, toSuperior)
    /\ told' = IF n = Root /\ told = "nothing" /\ mem[n].step = "COMMITTING"
               THEN IF mem[n].heuristic THEN "heuristic" ELSE "committed"
               ELSE told
    /\ UNCHANGED <<up, gone, born, branch, calls, spent>>

\* The client gets the decision while some participant can't be reached.
Tell(n) ==
    /\ n = Root /\ Is(n, {"COMMITTING"}) /\ told = "nothing" /\ ~mem[n].other
    /\ told' = "committed"
    /\ UNCHANGED <<up, mem, gone, log, born, branch, net, calls, spent>>

----------------------------------------------------------------------------
(* A lone subordinate decides.                                             *)

\* A message that comes twice asks again, after the end (law 11).
AnswerOnePhase(n) ==
    \E m \in net :
        /\ m[1] = "one phase" /\ m[2] = n /\ up[n]
        /\ mem[n].step = "NONE" \/ m[3] # Name(mem[n].inc)
        /\ Send({Message(IF m[3] \in gone[n] THEN "one rolled back" ELSE "one hazard", <<n, m[3]>>, m[4])})
        /\ UNCHANGED <<up, mem, gone, log, born, branch, told, calls, spent>>

\* The answer comes, or gets lost, which is a hazard (law 11).
TakeOnePhase(n) ==
    /\ Is(n, {"ONE_PHASE"}) /\ mem[n].kids # mem[n].fin
    /\ \E answer \in {"one committed", "one rolled back", "one hazard"} :
        /\ \/ answer = "one hazard"
           \/ \E m \in net : m[1] = answer /\ <<m[2], m[3]>> \in mem[n].kids /\ m[4] = mem[n].inc
        /\ LET isUndone == \/ answer = "one rolled back"
                           \/ Mistake = "lost one-phase commit is undone" /\ answer = "one hazard"
           IN CASE isUndone ->
                     /\ Forget(n, IF n = Root THEN {} ELSE {Reply("one rolled back", n)})
                     /\ told' = IF n = Root THEN "rolled back" ELSE told
                [] ~isUndone /\ answer = "one committed" ->
                     /\ Forget(n, IF n = Root THEN {} ELSE {Reply("one committed", n)})
                     /\ told' = IF n = Root THEN "committed" ELSE told
                [] OTHER ->
                     /\ LET m == [mem[n] EXCEPT !.step = "RECORDING_COMMIT", !.other = TRUE,
                                                !.own = "done", !.fin = mem[n].kids, !.heuristic = TRUE]
                        IN mem' = [mem EXCEPT ![n] = m] /\ Append(n, Record("decided", m))
                     /\ UNCHANGED <<net, told>>
    /\ UNCHANGED <<up, gone, born, branch, calls, spent>>

----------------------------------------------------------------------------
(* Crashes and recovery.                                                   *)

\* A resource rolls an unprepared branch back when it loses the connection.
Crash(n) ==
    /\ up[n]
    /\ IF mem[n].step = "UNKNOWN" THEN UNCHANGED spent
       ELSE spent.crashes < CrashesMax /\ Spend("crashes")
    /\ up' = [up EXCEPT ![n] = FALSE]
    /\ mem' = [mem EXCEPT ![n] = Nothing]
    /\ gone' = [gone EXCEPT ![n] = {}]
    /\ branch' = [branch EXCEPT ![n] = [i \in Incarnations |-> IF @[i] = "active" THEN "rolledback" ELSE @[i]]]
    /\ UNCHANGED <<log, born, net, told, calls>>

\* The log is read, and its tail made durable, before the node acts on it (law 7). Then decisions are sent again.
Restart(n) ==
    /\ ~up[n]
    /\ up' = [up EXCEPT ![n] = TRUE]
    /\ \E r \in log[n] :
        /\ log' = IF Mistake = "tail not forced" THEN log ELSE [log EXCEPT ![n] = {r}]
        /\ LET m == Recovered(IF Mistake = "log not read" THEN NoRecord ELSE r)
               word == IF m.step \in {"COMMITTING", "OBEYING"} THEN "commit" ELSE "rollback"
           IN /\ mem' = [mem EXCEPT ![n] = m]
              /\ Send(IF m.step \in {"NONE", "PREPARED"} THEN {}
                      ELSE {Message(word, k, m.inc) : k \in m.kids})
    /\ UNCHANGED <<gone, born, branch, told, calls, spent>>

\* A branch that its resource lists and nobody knows: presumed abort (law 9). A branch of an earlier incarnation waits
\* until that of the present one is over, since both have the same global identity.
Orphan(n, i) ==
    /\ up[n] /\ branch[n][i] \in {"prepared", "hcommitted", "hrolledback"}
    /\ \/ mem[n].step = "NONE"
       \/ Mistake = "orphans of the running epoch" /\ branch[n][i] = "prepared" /\ mem[n].step # "PREPARING"
    /\ IF branch[n][i] = "hcommitted"
       THEN /\ mem' = [mem EXCEPT ![n] = [Nothing EXCEPT !.step = "ROLLING_BACK", !.inc = i, !.own = "open"]]
            /\ UNCHANGED branch
       ELSE Branch(n, i, "rolledback") /\ UNCHANGED mem
    /\ UNCHANGED <<up, gone, log, born, net, told, calls, spent>>

Undecided == {"ACTIVE", "PREPARING", "RECORDING_PREPARED", "PREPARED", "DECIDING", "ONE_PHASE", "UNKNOWN"}

\* A prepared subordinate asks, and a superior that has read its log answers; "wait" is no decision (laws 17 and 18).
Inquire(c) ==
    /\ c # Root /\ Mistake # "never asks"
    /\ \/ Is(c, {"PREPARED"})
       \/ Is(c, {"HEURISTIC"}) /\ mem[c].res # "none"
    /\ LET n == Superior[c]
           isKnown == mem[n].step # "NONE" /\ mem[n].inc = mem[c].sup
           isOnRecord == \A r \in log[n] : r.kind = "decided" \/ (r.kind = "prepared" /\ r.res = "commit")
           isCommit == \/ mem[n].step \in {"OBEYING", "RECORDING_WORD", "COMMITTING", "RECORDING_COMMIT"}
                       \/ mem[n].step = "HEURISTIC" /\ isOnRecord
           word == IF ~isKnown THEN "rollback"
                   ELSE IF mem[n].step \in Undecided
                   THEN IF Mistake = "undecided is rolled back" THEN "rollback" ELSE "wait"
                   ELSE IF isCommit THEN "commit" ELSE "rollback"
       IN /\ up[n] \/ Mistake \in {"answers before the log is read", "unreached is rolled back"}
          /\ word # "wait"
          /\ word = "commit" => Self(c) \in mem[n].kids
          /\ Send({Message(word, Self(c), mem[c].sup)})
    /\ UNCHANGED <<up, mem, gone, log, born, branch, told, calls, spent>>

----------------------------------------------------------------------------
(* Who decides by himself.                                                 *)

\* A resource ends a prepared branch by itself.
GoOwnWay(n, i) ==
    /\ branch[n][i] = "prepared" /\ spent.heuristics < HeuristicsMax
    /\ Spend("heuristics")
    /\ \E state \in {"hcommitted", "hrolledback"} : Branch(n, i, state)
    /\ UNCHANGED <<up, mem, gone, log, born, net, told, calls>>

\* An operator decides in place of the superior: a record first, then the act (law 12).
Resolve(n) ==
    /\ n # Root /\ Is(n, {"PREPARED"}) /\ spent.acts < ActsMax
    /\ Spend("acts")
    /\ \E word \in {"commit", "rollback"} :
        LET m == [mem[n] EXCEPT !.res = word, !.step = IF word = "commit" THEN "OBEYING" ELSE "ROLLING_BACK"] IN
        /\ mem' = [mem EXCEPT ![n] = m]
        /\ IF Mistake = "act not forced" THEN UNCHANGED log ELSE Force(n, Record("prepared", m))
        /\ Send(ToAll(word, n))
    /\ UNCHANGED <<up, gone, born, branch, told, calls>>

----------------------------------------------------------------------------

Progress(n) ==
    \/ TakePrepare(n) \/ PrepareBranch(n) \/ TakeVote(n) \/ Agree(n) \/ Durable(n)
    \/ TakeWord(n) \/ FinishBranch(n) \/ TakeDone(n) \/ RecordHeuristic(n) \/ RecordWord(n) \/ Finish(n) \/ Tell(n)
    \/ AnswerOnePhase(n) \/ TakeOnePhase(n) \/ Inquire(n)
    \/ \E i \in Incarnations : Orphan(n, i)

Next ==
    \E n \in Nodes :
        \/ Progress(n)
        \/ \E c \in Kids(n) : Call(n, c)
        \/ Abort(n) \/ Commit(n) \/ Crash(n) \/ Restart(n) \/ FailForce(n) \/ Resolve(n)
        \/ \E i \in Incarnations : GoOwnWay(n, i)

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------
(* What holds.                                                             *)

Done(state) == \E n \in Nodes, i \in Incarnations : branch[n][i] = state

\* No branch is committed while another is rolled back, except by resources and operators that decide by themselves.
Atomicity == spent.acts = 0 => ~(Done("committed") /\ Done("rolledback"))

\* The client hears the true outcome.
Truth ==
    spent.acts = 0 =>
        /\ told = "committed" => ~Done("rolledback")
        /\ told = "rolled back" => ~Done("committed")

\* Nobody acts on a decision or a vote that a crash could take back (laws 4, 7 and 18).
RecordFirst ==
    \A n \in Nodes :
        /\ Is(n, {"COMMITTING"}) => \A r \in log[n] : r.kind = "decided"
        /\ Is(n, {"PREPARED", "OBEYING"}) => \A r \in log[n] : r.kind = "prepared"

\* An outcome against the decision is forced before it is reported (law 12).
HeuristicForced ==
    /\ \A n \in Nodes : Is(n, {"HEURISTIC"}) => \A r \in log[n] : r.kind # "none" /\ (r.heuristic \/ r.res # "none")
    /\ told = "heuristic" => \A r \in log[Root] : r.kind # "none" /\ r.heuristic

\* If nothing is left to do, each outcome that differs from the others is on record somewhere (law 12).
IsAtRest == \A n \in Nodes : up[n] /\ mem[n].step \in {"NONE", "HEURISTIC"}
IsMixed ==
    \/ Done("committed") /\ Done("rolledback")
    \/ Done("committed") /\ Done("hrolledback")
    \/ Done("rolledback") /\ Done("hcommitted")
    \/ Done("hcommitted") /\ Done("hrolledback")
IsOpen == Done("prepared") \/ Done("active") \/ Done("hcommitted") \/ Done("hrolledback")
Reported == IsAtRest /\ ~IsOpen /\ IsMixed => \E n \in Nodes : mem[n].step = "HEURISTIC"

TypeOk ==
    /\ up \in [Nodes -> BOOLEAN]
    /\ told \in {"nothing", "committed", "rolled back", "heuristic"}
    /\ \A n \in Nodes : log[n] # {} /\ mem[n].inc <= born[n]

----------------------------------------------------------------------------
(* What comes about once failures stop, and they do, since they are bounded. *)

Fairness ==
    \A n \in Nodes :
        /\ WF_vars(TakePrepare(n)) /\ WF_vars(PrepareBranch(n)) /\ WF_vars(Agree(n)) /\ WF_vars(Durable(n))
        /\ WF_vars(TakeVote(n)) /\ WF_vars(TakeWord(n)) /\ WF_vars(FinishBranch(n)) /\ WF_vars(TakeDone(n))
        /\ WF_vars(RecordHeuristic(n)) /\ WF_vars(Finish(n)) /\ WF_vars(TakeOnePhase(n))
        /\ WF_vars(Restart(n)) /\ WF_vars(Inquire(n)) /\ WF_vars(Abort(n))
        /\ WF_vars(mem[n].step = "UNKNOWN" /\ Crash(n))
        /\ \A i \in Incarnations : WF_vars(Orphan(n, i))

FairSpec == Spec /\ Fairness

\* Every branch ends, and stays ended (laws 9, 17 and 18).
Ended == <>[](~Done("active") /\ ~Done("prepared"))

\* Only outcomes for an operator are left of the transaction: recovery ends, and the log is bounded.
Recovers == <>[](\A n \in Nodes : up[n] /\ mem[n].step \in {"NONE", "HEURISTIC"})
=============================================================================
