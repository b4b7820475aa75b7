---------------------------- MODULE LastResource ----------------------------
(***************************************************************************)
(* One node, one XA branch and one participant that can't prepare, the    *)
(* last resource (law 13). All others are prepared; a record is forced;    *)
(* what the last resource does is the decision. After a crash its commit   *)
(* marker tells, which recovery claims; without a marker an operator does. *)
(*                                                                         *)
(* docs/design/model.md maps each action to the code.                      *)
(***************************************************************************)
EXTENDS Naturals

CONSTANTS
    HasMarker,    \* whether the last resource has commit markers
    CrashesMax,
    FullMax,      \* how often the log has no room for a record
    Mistake       \* what goes wrong on purpose; "none"

VARIABLES
    step,      \* what the node is doing; "DOWN" when it does not run
    log,       \* records; a crash leaves one of them as the last; if there is only one, it is durable
    branch,    \* what the XA branch is
    last,      \* what the local transaction is; "inserting" and "asked" while its server is at work
    marker,    \* "free", "held" by the open local transaction, "yes" by the committed one, "no" by recovery
    known,     \* the node's knowledge of the last resource
    told,      \* the client's answer
    spent

vars == <<step, log, branch, last, marker, known, told, spent>>

Init ==
    /\ step = "ACTIVE" /\ log = {"none"} /\ branch = "active" /\ last = "active" /\ marker = "free"
    /\ known = "nothing" /\ told = "nothing"
    /\ spent = [crashes |-> 0, full |-> 0]

Prepare ==
    /\ step = "ACTIVE"
    /\ \/ branch' = "prepared" /\ step' = "ANNOUNCING" /\ log' = log \cup {"last resource"}
       \/ branch' = "rolledback" /\ step' = "ROLLING_BACK" /\ UNCHANGED log
    /\ UNCHANGED <<last, marker, known, told, spent>>

\* An appended record is durable (ANNOUNCING, DECIDING, DECIDING_ROLLBACK).
Durable ==
    LET skipped == Mistake = "last resource not announced" /\ step = "ANNOUNCING" IN
    /\ CASE step = "ANNOUNCING" -> step' = "ASKING_LAST" /\ log' = IF skipped THEN {"none"} ELSE {"last resource"}
         [] step = "DECIDING" -> step' = "COMMITTING" /\ log' = {"decision"}
         [] step = "DECIDING_ROLLBACK" -> step' = "ROLLING_BACK" /\ log' = {"rollback"}
         [] OTHER -> FALSE
    /\ UNCHANGED <<branch, last, marker, known, told, spent>>

\* The log has no room for a record, and keeps no trace of it (LOG_REFUSED).
Refuse ==
    /\ spent.full < FullMax
    /\ spent' = [spent EXCEPT !.full = @ + 1]
    /\ CASE step = "ANNOUNCING" -> step' = "ROLLING_BACK" /\ log' = {"none"}
         [] step = "DECIDING" -> step' = "IN_DOUBT" /\ log' = log \ {"decision"}
         [] step = "DECIDING_ROLLBACK" -> step' = "ROLLING_BACK" /\ log' = log \ {"rollback"}
         [] OTHER -> FALSE
    /\ UNCHANGED <<branch, last, marker, known, told>>

\* If there is a marker, it is inserted first; the commit is sent when the server has taken it.
AskLast ==
    /\ step = "ASKING_LAST" /\ known = "nothing"
    /\ \/ last = "active" /\ last' = IF HasMarker THEN "inserting" ELSE "asked"
       \/ last = "inserted" /\ last' = "asked"
    /\ UNCHANGED <<step, log, branch, marker, known, told, spent>>

\* The server takes the marker, unless its key is taken, and commits; or it gives up work that no client continues. It
\* goes on even if the node that sent the request is gone.
ServeLast ==
    /\ \/ /\ last = "inserting"
          /\ IF marker = "free" THEN last' = "inserted" /\ marker' = "held"
             ELSE last' = "rolledback" /\ UNCHANGED marker
       \/ last = "asked" /\ last' = "committed" /\ marker' = IF HasMarker THEN "yes" ELSE marker
       \/ /\ last = "asked" \/ (last \in {"inserting", "inserted"} /\ step # "ASKING_LAST")
          /\ last' = "rolledback"
          /\ marker' = IF marker = "held" THEN "free" ELSE marker
    /\ UNCHANGED <<step, log, branch, known, told, spent>>

\* Its answer comes, or is lost.
HearLast ==
    /\ step = "ASKING_LAST" /\ last # "active"
    /\ UNCHANGED <<branch, last, marker, spent>>
    /\ \/ /\ last = "committed"
          /\ step' = "DECIDING" /\ known' = "committed" /\ log' = log \cup {"decision"} /\ UNCHANGED told
       \/ /\ last = "rolledback"
          /\ step' = "DECIDING_ROLLBACK" /\ known' = "rolledback" /\ log' = log \cup {"rollback"} /\ UNCHANGED told
       \/ IF Mistake = "lost answer is rollback"
          THEN step' = "DECIDING_ROLLBACK" /\ known' = "rolledback" /\ log' = log \cup {"rollback"} /\ UNCHANGED told
          ELSE step' = "IN_DOUBT" /\ told' = "hazard" /\ UNCHANGED <<log, known>>

Learn(what) ==
    /\ known' = what
    /\ IF what = "committed" THEN step' = "DECIDING" /\ log' = log \cup {"decision"}
       ELSE step' = "DECIDING_ROLLBACK" /\ log' = log \cup {"rollback"}

\* Recovery claims the marker: its insert waits for a running one, and takes the key if it is free.
ClaimMarker ==
    /\ HasMarker /\ step = "IN_DOUBT" /\ known = "nothing"
    /\ marker # "held" \/ Mistake = "marker read, not claimed"
    /\ IF marker = "free"
       THEN marker' = IF Mistake = "marker read, not claimed" THEN marker ELSE "no"
       ELSE UNCHANGED marker
    /\ Learn(IF marker = "yes" THEN "committed" ELSE "rolledback")
    /\ UNCHANGED <<branch, last, told, spent>>

\* An operator looks up what the last resource did, when that is over, and reports it (settleLast).
Settle ==
    /\ ~HasMarker /\ step = "IN_DOUBT" /\ known = "nothing" /\ last \in {"committed", "rolledback"}
    /\ Learn(last)
    /\ UNCHANGED <<branch, last, marker, told, spent>>

\* The outcome is known, and the log has only refused its record.
RetryRecord ==
    /\ step = "IN_DOUBT" /\ known # "nothing"
    /\ Learn(known)
    /\ UNCHANGED <<branch, last, marker, told, spent>>

Finish ==
    /\ step \in {"COMMITTING", "ROLLING_BACK"}
    /\ branch' = IF step = "COMMITTING" THEN "committed" ELSE "rolledback"
    /\ last' = IF step = "ROLLING_BACK" /\ last = "active" THEN "rolledback" ELSE last
    /\ told' = IF told # "nothing" THEN told ELSE IF step = "COMMITTING" THEN "committed" ELSE "rolledback"
    /\ step' = "OVER"
    /\ log' = IF log = {"none"} THEN log ELSE log \cup {"none"}
    /\ UNCHANGED <<marker, known, spent>>

\* A marker is removed once nobody will ask for it (cleanMarkers).
CleanMarker ==
    /\ marker \in {"yes", "no"}
    /\ step = "OVER" \/ (Mistake = "marker removed early" /\ step # "DOWN")
    /\ marker' = "free"
    /\ UNCHANGED <<step, log, branch, last, known, told, spent>>

\* A local transaction without a request to commit ends with its connection; one with a request may still commit.
Crash ==
    /\ step # "DOWN" /\ spent.crashes < CrashesMax
    /\ spent' = [spent EXCEPT !.crashes = @ + 1]
    /\ step' = "DOWN" /\ known' = "nothing"
    /\ branch' = IF branch = "active" THEN "rolledback" ELSE branch
    /\ last' = IF last = "active" THEN "rolledback" ELSE last
    /\ UNCHANGED <<log, marker, told>>

\* No record is presumed abort; the record of a last resource never is.
Restart ==
    /\ step = "DOWN"
    /\ \E r \in log :
        /\ log' = {r}
        /\ step' = CASE r = "none" -> IF branch = "prepared" THEN "ROLLING_BACK" ELSE "OVER"
                     [] r = "last resource" ->
                          IF Mistake = "last resource presumed aborted" THEN "ROLLING_BACK" ELSE "IN_DOUBT"
                     [] r = "decision" -> "COMMITTING"
                     [] r = "rollback" -> "ROLLING_BACK"
    /\ UNCHANGED <<branch, last, marker, known, told, spent>>

Next == Prepare \/ Durable \/ Refuse \/ AskLast \/ ServeLast \/ HearLast \/ ClaimMarker \/ Settle \/ RetryRecord
        \/ Finish \/ CleanMarker \/ Crash \/ Restart

Fairness ==
    /\ WF_vars(Durable) /\ WF_vars(AskLast) /\ WF_vars(ServeLast) /\ WF_vars(HearLast) /\ WF_vars(ClaimMarker)
    /\ WF_vars(Settle) /\ WF_vars(RetryRecord) /\ WF_vars(Finish) /\ WF_vars(Restart) /\ WF_vars(Prepare)

Spec == Init /\ [][Next]_vars /\ Fairness

\* The branch follows the last resource.
Atomicity ==
    /\ ~(branch = "committed" /\ last = "rolledback")
    /\ ~(branch = "rolledback" /\ last = "committed")

\* The last resource is asked only after a record, and its commit is followed only after another.
RecordFirst ==
    /\ step = "ASKING_LAST" => "none" \notin log
    /\ step = "COMMITTING" => log = {"decision"}

Truth ==
    /\ told = "committed" => branch = "committed"
    /\ told = "rolledback" => last # "committed"

Ended == <>[](branch # "prepared" /\ branch # "active" /\ step = "OVER")
=============================================================================
