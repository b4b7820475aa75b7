-------------------------------- MODULE Pass --------------------------------
(***************************************************************************)
(* A recovery pass of a running node beside transactions that begin, end   *)
(* and are parked meanwhile (laws 9 and 11). Each transaction has one      *)
(* branch of one resource that matters, whose answers may be lost; a       *)
(* stranger may end a branch. The pass notes who waits, lists the branches *)
(* in doubt, looks up whose they are, asks once more for those that nobody *)
(* knows, and acts.                                                        *)
(*                                                                         *)
(* docs/design/model.md maps each action to the code.                      *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Transactions,
    PassesMax,
    StrangersMax,  \* branches that another party ends
    CrashesMax,
    Mistake        \* what goes wrong on purpose; "none"

VARIABLES
    state,     \* of each transaction: where it is in the node
    decided,   \* whether its commit is on record
    tried,     \* whether a commit of unknown outcome was tried, in memory
    branch,    \* the resource's state of the branch
    ender,     \* the party that ended the branch
    verdict,   \* the node's statement about the branch
    pass,      \* where the pass is
    noted, listed, nobodys, \* its findings
    spent

vars == <<state, decided, tried, branch, ender, verdict, pass, noted, listed, nobodys, spent>>

All(value) == [t \in Transactions |-> value]

Init ==
    /\ state = All("new") /\ decided = All(FALSE) /\ tried = All(FALSE) /\ branch = All("none")
    /\ ender = All("nobody") /\ verdict = All("open")
    /\ pass = "idle" /\ noted = {} /\ listed = {} /\ nobodys = {}
    /\ spent = [passes |-> 0, strangers |-> 0, crashes |-> 0]

Known == {t \in Transactions : state[t] \in {"active", "preparing", "decided", "parked"}}
Waiting == {t \in Transactions : state[t] = "parked"}
InDoubt == {t \in Transactions : branch[t] = "prepared"}

PassUnchanged == UNCHANGED <<pass, noted, listed, nobodys, spent>>

----------------------------------------------------------------------------
(* The transactions' own threads.                                          *)

Begin(t) ==
    /\ state[t] = "new"
    /\ state' = [state EXCEPT ![t] = "active"]
    /\ branch' = [branch EXCEPT ![t] = "active"]
    /\ UNCHANGED <<decided, tried, ender, verdict>> /\ PassUnchanged

Prepare(t) ==
    /\ state[t] = "active" /\ branch[t] = "active"
    /\ state' = [state EXCEPT ![t] = "preparing"]
    /\ branch' = [branch EXCEPT ![t] = "prepared"]
    /\ UNCHANGED <<decided, tried, ender, verdict>> /\ PassUnchanged

Decide(t) ==
    /\ state[t] = "preparing"
    /\ state' = [state EXCEPT ![t] = "decided"]
    /\ decided' = [decided EXCEPT ![t] = TRUE]
    /\ UNCHANGED <<tried, branch, ender, verdict>> /\ PassUnchanged

End(t, what) ==
    /\ state' = [state EXCEPT ![t] = "over"]
    /\ verdict' = [verdict EXCEPT ![t] = what]

\* The first commit is done; or its answer is lost, whether it was done or not; or the branch is not there.
Commit(t) ==
    /\ state[t] = "decided"
    /\ IF branch[t] = "prepared"
       THEN \/ /\ branch' = [branch EXCEPT ![t] = "committed"] /\ ender' = [ender EXCEPT ![t] = "node"]
               /\ End(t, "committed") /\ UNCHANGED tried
            \/ /\ \/ branch' = [branch EXCEPT ![t] = "committed"] /\ ender' = [ender EXCEPT ![t] = "node"]
                  \/ UNCHANGED <<branch, ender>>
               /\ state' = [state EXCEPT ![t] = "parked"]
               /\ tried' = [tried EXCEPT ![t] = TRUE]
               /\ UNCHANGED verdict
       ELSE /\ End(t, IF Mistake = "unknown Xid on a first commit is done" THEN "committed" ELSE "hazard")
            /\ UNCHANGED <<branch, ender, tried>>
    /\ UNCHANGED decided /\ PassUnchanged

\* Another participant was not reached before this branch was asked: it waits untried.
Park(t) ==
    /\ state[t] = "decided"
    /\ state' = [state EXCEPT ![t] = "parked"]
    /\ UNCHANGED <<decided, tried, branch, ender, verdict>> /\ PassUnchanged

\* It is rolled back before its decision; the answer of a rollback that was not done is lost, too.
RollBack(t) ==
    /\ state[t] = "preparing"
    /\ state' = [state EXCEPT ![t] = "over"]
    /\ branch' = [branch EXCEPT ![t] = IF @ = "prepared" THEN "rolledback" ELSE @]
    /\ ender' = [ender EXCEPT ![t] = IF branch[t] = "prepared" THEN "node" ELSE @]
    /\ verdict' = [verdict EXCEPT ![t] = IF branch[t] = "prepared" THEN "rolled back" ELSE "hazard"]
    /\ UNCHANGED <<decided, tried>> /\ PassUnchanged

\* Another party ends a branch that is in doubt.
Stranger(t) ==
    /\ branch[t] = "prepared" /\ spent.strangers < StrangersMax
    /\ spent' = [spent EXCEPT !.strangers = @ + 1]
    /\ \E what \in {"committed", "rolledback"} : branch' = [branch EXCEPT ![t] = what]
    /\ ender' = [ender EXCEPT ![t] = "stranger"]
    /\ UNCHANGED <<state, decided, tried, verdict, pass, noted, listed, nobodys>>

\* The node loses everything except its log. A commit of a decided transaction may have been tried.
Crash ==
    /\ spent.crashes < CrashesMax
    /\ spent' = [spent EXCEPT !.crashes = @ + 1]
    /\ state' = [t \in Transactions |->
                    IF state[t] \in {"new", "over"} THEN state[t] ELSE IF decided[t] THEN "parked" ELSE "over"]
    /\ branch' = [t \in Transactions |-> IF branch[t] = "active" THEN "rolledback" ELSE branch[t]]
    /\ tried' = [t \in Transactions |-> decided[t]]
    /\ pass' = "idle" /\ noted' = {} /\ listed' = {} /\ nobodys' = {}
    /\ UNCHANGED <<decided, ender, verdict>>

----------------------------------------------------------------------------
(* The pass.                                                               *)

Order ==
    CASE Mistake = "looked up before the listing" -> <<"look", "note", "list", "act">>
      [] Mistake = "noted after the listing" -> <<"list", "note", "look", "act">>
      [] OTHER -> <<"note", "list", "look", "act">>

At(what) == \E i \in 1..4 : Order[i] = what /\ pass = (IF i = 1 THEN "idle" ELSE Order[i - 1])
Then(what) ==
    /\ At(what)
    /\ pass' = IF what = "act" THEN "idle" ELSE what
    /\ IF pass = "idle" THEN spent.passes < PassesMax /\ spent' = [spent EXCEPT !.passes = @ + 1]
       ELSE UNCHANGED spent

Note ==
    /\ Then("note") /\ noted' = Waiting
    /\ UNCHANGED <<state, decided, tried, branch, ender, verdict, listed, nobodys>>

List ==
    /\ Then("list") /\ listed' = InDoubt
    /\ UNCHANGED <<state, decided, tried, branch, ender, verdict, noted, nobodys>>

\* The owners of the listed branches; for an own branch that nobody knows, the resource is asked once more. The mistake
\* looks up the transactions before there is a list.
LookUp ==
    /\ Then("look")
    /\ nobodys' = IF Mistake = "looked up before the listing" THEN Transactions \ Known
                  ELSE IF Mistake = "not asked again" THEN listed \ Known
                  ELSE (listed \ Known) \cap InDoubt
    /\ UNCHANGED <<state, decided, tried, branch, ender, verdict, noted, listed>>

\* Recovery's act on a noted transaction: commits listed branches; a missing branch was committed if that was tried.
Acted(t) ==
    IF t \in noted /\ state[t] = "parked"
    THEN IF t \in listed
         THEN IF branch[t] = "prepared" THEN "commit" ELSE "again"
         ELSE IF tried[t] \/ Mistake = "absence is a commit" THEN "committed" ELSE "hazard"
    ELSE IF t \in nobodys /\ t \in listed
         THEN IF branch[t] = "prepared" THEN "roll back" ELSE "refused"
         ELSE "nothing"

Act ==
    /\ Then("act")
    /\ branch' = [t \in Transactions |->
                    CASE Acted(t) = "commit" -> "committed" [] Acted(t) = "roll back" -> "rolledback"
                      [] OTHER -> branch[t]]
    /\ ender' = [t \in Transactions |-> IF Acted(t) \in {"commit", "roll back"} THEN "node" ELSE ender[t]]
    /\ state' = [t \in Transactions |-> IF Acted(t) \in {"commit", "committed", "hazard"} THEN "over" ELSE state[t]]
    /\ verdict' = [t \in Transactions |->
                    CASE Acted(t) \in {"commit", "committed"} -> "committed"
                      [] Acted(t) \in {"hazard", "refused"} -> "hazard"
                      [] Acted(t) = "roll back" -> "rolled back"
                      [] OTHER -> verdict[t]]
    /\ noted' = {} /\ listed' = {} /\ nobodys' = {}
    /\ UNCHANGED <<decided, tried>>

Next ==
    \/ \E t \in Transactions :
        Begin(t) \/ Prepare(t) \/ Decide(t) \/ Commit(t) \/ Park(t) \/ RollBack(t) \/ Stranger(t)
    \/ Crash \/ Note \/ List \/ LookUp \/ Act

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------

\* The node rolls back only branches that were neither decided nor under way (law 9).
OrphansOnly ==
    \A t \in Transactions :
        branch[t] = "rolledback" /\ ender[t] = "node" => ~decided[t] /\ state[t] \notin {"preparing", "decided"}

\* The node's statement about a branch is true, unless a stranger came between two looks of one pass (law 11).
Truth ==
    \A t \in Transactions :
        /\ verdict[t] = "committed" /\ ender[t] # "stranger" => branch[t] = "committed"
        /\ verdict[t] = "rolled back" /\ ender[t] # "stranger" => branch[t] = "rolledback"

\* A branch that a stranger ended before the node's request is never reported as committed (law 11).
NoGuess ==
    \A t \in Transactions :
        ender[t] = "stranger" /\ ~tried[t] => verdict[t] # "committed"

\* A hazard is reported only of branches that another party may have ended.
NoFalseAlarm ==
    \A t \in Transactions : verdict[t] = "hazard" => ender[t] = "stranger"
=============================================================================
