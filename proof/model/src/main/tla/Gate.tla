-------------------------------- MODULE Gate --------------------------------
(***************************************************************************)
(* Who may touch a transaction (laws 16 and 20): its application, which    *)
(* enlists and calls; its commit; its timeout; and calls that come from    *)
(* other processes. Every line is one atomic step of the code, most of     *)
(* them one compare-and-set.                                               *)
(*                                                                         *)
(* docs/design/model.md maps each action to the code.                      *)
(***************************************************************************)
EXTENDS Naturals, FiniteSets

CONSTANTS
    Callers,    \* threads with a call that is part of the transaction, each with one
    Mistake     \* what goes wrong on purpose; "none"

VARIABLES
    gate,      \* OPEN, BUSY, PREPARING, DECIDED, CLOSED, BUSY_EXPIRED, OVERDUE, EXPIRED
    inside,    \* which thread works on the participants: "nobody", "application", "timer", "commit"
    caller,    \* of each call: "out", "counted", "running", "refused"
    calls,     \* how many are counted
    committer, \* where the commit is: "out", "in", "checked", "decided", "rolling back"
    timer,     \* where the timeout is: "waiting", "rolling back", "left to others", "overdue", "too late"
    touching   \* how many threads work on the participants

vars == <<gate, inside, caller, calls, committer, timer, touching>>

Init ==
    /\ gate = "OPEN" /\ inside = "nobody"
    /\ caller = [c \in Callers |-> "out"] /\ calls = 0
    /\ committer = "out" /\ timer = "waiting" /\ touching = 0

----------------------------------------------------------------------------
(* The application enlists: Gate.enter and leave.                          *)

Enter ==
    /\ gate = "OPEN" /\ gate' = "BUSY" /\ inside' = "application" /\ touching' = touching + 1
    /\ UNCHANGED <<caller, calls, committer, timer>>

\* A thread that leaves after the timeout rolls back in the timer's place.
Leave ==
    /\ inside = "application"
    /\ \/ gate = "BUSY" /\ gate' = "OPEN" /\ inside' = "nobody" /\ touching' = touching - 1 /\ UNCHANGED timer
       \/ gate = "BUSY_EXPIRED" /\ gate' = "EXPIRED" /\ inside' = "nobody" /\ timer' = "rolling back"
          /\ UNCHANGED touching
    /\ UNCHANGED <<caller, calls, committer>>

----------------------------------------------------------------------------
(* Calls: counted first, then the gate is looked at (Transaction.beginCall). *)

Count(c) ==
    /\ caller[c] = "out"
    /\ IF Mistake = "gate looked at before the call is counted"
       THEN /\ caller' = [caller EXCEPT ![c] = IF gate \in {"OPEN", "BUSY"} THEN "counted" ELSE "refused"]
            /\ UNCHANGED calls
       ELSE caller' = [caller EXCEPT ![c] = "counted"] /\ calls' = calls + 1
    /\ UNCHANGED <<gate, inside, committer, timer, touching>>

Look(c) ==
    /\ caller[c] = "counted"
    /\ IF Mistake = "gate looked at before the call is counted"
       THEN caller' = [caller EXCEPT ![c] = "running"] /\ calls' = calls + 1
       ELSE IF gate \in {"OPEN", "BUSY"}
            THEN caller' = [caller EXCEPT ![c] = "running"] /\ UNCHANGED calls
            ELSE caller' = [caller EXCEPT ![c] = "refused"] /\ calls' = calls - 1
    /\ UNCHANGED <<gate, inside, committer, timer, touching>>

EndCall(c) ==
    /\ caller[c] = "running"
    /\ caller' = [caller EXCEPT ![c] = "refused"] /\ calls' = calls - 1
    /\ UNCHANGED <<gate, inside, committer, timer, touching>>

----------------------------------------------------------------------------
(* Commit: closes the gate, looks for calls, asks for votes, decides.      *)

Close ==
    /\ committer = "out" /\ gate = "OPEN"
    /\ gate' = "PREPARING" /\ committer' = "in" /\ inside' = "commit" /\ touching' = touching + 1
    /\ UNCHANGED <<caller, calls, timer>>

CheckCalls ==
    /\ committer = "in"
    /\ IF calls = 0 \/ Mistake = "calls not counted"
       THEN committer' = "checked" /\ UNCHANGED gate
       ELSE committer' = "rolling back" /\ gate' = IF gate = "PREPARING" THEN "CLOSED" ELSE gate
    /\ UNCHANGED <<inside, caller, calls, timer, touching>>

\* The votes are there: the gate decides (Progress.decide).
Decide ==
    /\ committer = "checked"
    /\ \/ IF gate = "PREPARING" \/ Mistake = "decided after the timeout"
          THEN gate' = "DECIDED" /\ committer' = "decided"
          ELSE committer' = "rolling back" /\ UNCHANGED gate
       \/ committer' = "rolling back" /\ gate' = IF gate = "PREPARING" THEN "CLOSED" ELSE gate
    /\ UNCHANGED <<inside, caller, calls, timer, touching>>

----------------------------------------------------------------------------
(* The timeout: Gate.expire.                                               *)

Expire ==
    /\ timer = "waiting"
    /\ CASE gate = "OPEN" ->
                gate' = "EXPIRED" /\ timer' = "rolling back" /\ inside' = "timer" /\ touching' = touching + 1
         [] gate = "BUSY" ->
                IF Mistake = "timeout does not wait for the thread inside"
                THEN gate' = "EXPIRED" /\ timer' = "rolling back" /\ touching' = touching + 1 /\ UNCHANGED inside
                ELSE gate' = "BUSY_EXPIRED" /\ timer' = "left to others" /\ UNCHANGED <<inside, touching>>
         [] gate = "PREPARING" ->
                gate' = "OVERDUE" /\ timer' = "overdue" /\ UNCHANGED <<inside, touching>>
         [] gate = "DECIDED" /\ Mistake = "timeout after the decision" ->
                gate' = "EXPIRED" /\ timer' = "rolling back" /\ touching' = touching + 1 /\ UNCHANGED inside
         [] OTHER -> timer' = "too late" /\ UNCHANGED <<gate, inside, touching>>
    /\ UNCHANGED <<caller, calls, committer>>

Next ==
    \/ Enter \/ Leave \/ Close \/ CheckCalls \/ Decide \/ Expire
    \/ \E c \in Callers : Count(c) \/ Look(c) \/ EndCall(c)

Fairness ==
    /\ WF_vars(Leave) /\ WF_vars(CheckCalls) /\ WF_vars(Decide) /\ WF_vars(Expire)
    /\ \A c \in Callers : WF_vars(Look(c)) /\ WF_vars(EndCall(c))

Spec == Init /\ [][Next]_vars /\ Fairness

----------------------------------------------------------------------------

\* Either the timeout or the decision wins, never both (law 20).
OneWins == ~(committer = "decided" /\ timer = "rolling back")
NotOverdue == ~(committer = "decided" /\ timer = "overdue")

\* One thread at a time calls a driver.
OneInside == touching <= 1

\* Nothing is decided while a call is under way, or may still be admitted (law 16).
Idle == committer \in {"checked", "decided"} => \A c \in Callers : caller[c] # "running"

\* A timeout is never lost: some thread rolls back, or the transaction is decided or rolled back anyway.
NotLost == <>[](committer \in {"decided", "rolling back"} \/ timer = "rolling back")
=============================================================================
