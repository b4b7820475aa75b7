-------------------------------- MODULE Lives -------------------------------
(***************************************************************************)
(* Who may act on a log folder (laws 2, 3 and 9). A node is started and    *)
(* killed again and again; its folder is copied while no process runs, and *)
(* the copy is put back in its place, also under a running process: under  *)
(* the name of the file of the log, or into that file itself. The          *)
(* file `lock` is removed, and a second process starts on the folder. Each *)
(* transaction has a branch at each of several resources, all of one node. *)
(*                                                                         *)
(* Each start draws a mark that no other has and writes it to the log with *)
(* its epoch. A branch has both. A process holds the lock file and the     *)
(* file of the log, until it ends.                                         *)
(*                                                                         *)
(* docs/design/model.md maps each action to the code.                      *)
(***************************************************************************)
EXTENDS Naturals, Sequences

CONSTANTS
    Processes,
    Transactions,
    Resources,
    StartsMax,
    KeptMax,      \* the lives whose marks the log keeps
    CopiesMax,
    RestoresMax,
    RemovalsMax,  \* how often somebody removes the lock file
    Mistake       \* what goes wrong on purpose; "none"

VARIABLES
    log,      \* the log under its name in the folder
    file,     \* which file that is: a restored copy is another file
    content,  \* whose bytes it has: a copy written over them has others
    copy,     \* a copy of the log
    lock,     \* the process that holds the lock file, as long as the file exists
    process,  \* what each process has in memory
    life,     \* of each transaction: the life that began it; epoch 0 for none
    branch,   \* of each transaction at each resource
    recorded, \* of each transaction: whether its decision went to the log, "no", "yes" or "elsewhere"
    spent

vars == <<log, file, content, copy, lock, process, life, branch, recorded, spent>>

NewLog == [epoch |-> 0, marks |-> <<>>, decided |-> {}, isOld |-> FALSE]
Off == [state |-> "off", file |-> 0, content |-> 0, log |-> NewLog, own |-> {}]
NoLife == [epoch |-> 0, mark |-> 0]

Init ==
    /\ log = NewLog /\ file = 1 /\ content = 1 /\ copy = NewLog /\ lock = "nobody"
    /\ process = [p \in Processes |-> Off]
    /\ life = [t \in Transactions |-> NoLife]
    /\ branch = [t \in Transactions |-> [r \in Resources |-> "none"]]
    /\ recorded = [t \in Transactions |-> "no"]
    /\ spent = [starts |-> 0, copies |-> 0, restores |-> 0, removals |-> 0]

Runs(p) == process[p].state # "off"

----------------------------------------------------------------------------
(* The lives that a log is whole of.                                       *)

EpochFirst(l) == l.epoch - Len(l.marks) + 1

With(l, mark) ==
    LET all == Append(l.marks, mark)
    IN [l EXCEPT !.epoch = @ + 1, !.marks = IF Len(all) > KeptMax THEN Tail(all) ELSE all]

Contains(l, lived) ==
    IF lived.epoch < EpochFirst(l)
    THEN Mistake = "a forgotten life is trusted"
    ELSE /\ lived.epoch <= l.epoch
         /\ \/ Mistake = "marks not compared"
            \/ l.marks[lived.epoch - EpochFirst(l) + 1] = lived.mark

LastLife(l) == [epoch |-> l.epoch, mark |-> l.marks[Len(l.marks)]]

----------------------------------------------------------------------------
(* Processes.                                                              *)

\* It takes the lock file, then the file of the log itself; then it draws a mark and forces it with its epoch.
Start(p) ==
    /\ ~Runs(p) /\ spent.starts < StartsMax
    /\ lock = "nobody"
    /\ \/ Mistake = "a lock that can be deleted"
       \/ \A q \in Processes : Runs(q) => process[q].file # file
    /\ spent' = [spent EXCEPT !.starts = @ + 1]
    /\ lock' = p
    /\ log' = With(log, spent.starts + 1)
    /\ process' = [process EXCEPT ![p] = [state |-> "up", file |-> file, content |-> content, log |-> log', own |-> {}]]
    /\ UNCHANGED <<file, content, copy, life, branch, recorded>>

Kill(p) ==
    /\ Runs(p)
    /\ process' = [process EXCEPT ![p] = Off]
    /\ lock' = IF lock = p THEN "nobody" ELSE lock
    /\ UNCHANGED <<log, file, content, copy, life, branch, recorded, spent>>

Prepare(p, t) ==
    /\ process[p].state = "up" /\ life[t] = NoLife
    /\ life' = [life EXCEPT ![t] = LastLife(process[p].log)]
    /\ branch' = [branch EXCEPT ![t] = [r \in Resources |-> "prepared"]]
    /\ process' = [process EXCEPT ![p].own = @ \cup {t}]
    /\ UNCHANGED <<log, file, content, copy, lock, recorded, spent>>

\* Whether the log under its name is the one that the process writes.
HasLog(p) == process[p].file = file /\ process[p].content = content

\* A force fails if the file is no longer under its name, or no longer has the bytes that the process has written:
\* the process takes no more transactions. No start reads records after bytes that are not its own.
Decide(p, t) ==
    /\ process[p].state = "up" /\ t \in process[p].own \ process[p].log.decided
    /\ LET isThere == HasLog(p)
           isTaken ==
               IF process[p].file # file
               THEN Mistake = "a lost file not noticed"
               ELSE isThere \/ Mistake = "an overwritten file not noticed"
       IN /\ log' = IF isThere THEN [log EXCEPT !.decided = @ \cup {t}] ELSE log
          /\ recorded' = [recorded EXCEPT ![t] = IF ~isTaken THEN @ ELSE IF isThere THEN "yes" ELSE "elsewhere"]
          /\ process' = IF isTaken THEN [process EXCEPT ![p].log.decided = @ \cup {t}]
                                   ELSE [process EXCEPT ![p].state = "failed"]
    /\ UNCHANGED <<file, content, copy, lock, life, branch, spent>>

\* Of this life or an earlier one: first try and recovery are the same.
Commit(p, t, r) ==
    /\ Runs(p) /\ t \in process[p].log.decided
    /\ branch[t][r] = "prepared"
    /\ branch' = [branch EXCEPT ![t][r] = "committed"]
    /\ UNCHANGED <<log, file, content, copy, lock, process, life, recorded, spent>>

\* By the application or the timer, before a decision.
RollBack(p, t) ==
    /\ process[p].state = "up" /\ t \in process[p].own \ process[p].log.decided
    /\ process' = [process EXCEPT ![p].own = @ \ {t}]
    /\ branch' = [branch EXCEPT ![t] = [r \in Resources |-> IF @[r] = "prepared" THEN "rolledback" ELSE @[r]]]
    /\ UNCHANGED <<log, file, content, copy, lock, life, recorded, spent>>

----------------------------------------------------------------------------
(* Recovery of branches whose transactions the process does not know.      *)

IsNobodys(p, t, r) ==
    /\ process[p].state = "up"
    /\ branch[t][r] = "prepared"
    /\ t \notin process[p].own \cup process[p].log.decided

\* A branch of a life that the log should have, but lacks.
FindOldCopy(p, t, r) ==
    /\ IsNobodys(p, t, r) /\ ~process[p].log.isOld
    /\ life[t].epoch >= EpochFirst(process[p].log) /\ ~Contains(process[p].log, life[t])
    /\ process' = [process EXCEPT ![p].log.isOld = TRUE]
    /\ log' = IF HasLog(p) THEN [log EXCEPT !.isOld = TRUE] ELSE log
    /\ UNCHANGED <<file, content, copy, lock, life, branch, recorded, spent>>

\* Presumed abort: only for lives that the log has whole.
Orphan(p, t, r) ==
    /\ IsNobodys(p, t, r) /\ ~process[p].log.isOld
    /\ Contains(process[p].log, life[t])
    /\ branch' = [branch EXCEPT ![t][r] = "rolledback"]
    /\ UNCHANGED <<log, file, content, copy, lock, process, life, recorded, spent>>

----------------------------------------------------------------------------
(* What somebody does to the folder.                                       *)

Copy ==
    /\ spent.copies < CopiesMax /\ log.epoch > 0
    /\ Mistake = "copied under a running node" \/ \A p \in Processes : ~Runs(p)
    /\ spent' = [spent EXCEPT !.copies = @ + 1]
    /\ copy' = log
    /\ UNCHANGED <<log, file, content, lock, process, life, branch, recorded>>

Restore ==
    /\ spent.restores < RestoresMax /\ copy.epoch > 0
    /\ spent' = [spent EXCEPT !.restores = @ + 1]
    /\ log' = copy /\ file' = file + 1
    /\ UNCHANGED <<content, copy, lock, process, life, branch, recorded>>

\* The file stays, and with it the lock of its process.
RestoreInPlace ==
    /\ spent.restores < RestoresMax /\ copy.epoch > 0
    /\ spent' = [spent EXCEPT !.restores = @ + 1]
    /\ log' = copy /\ content' = content + 1
    /\ UNCHANGED <<file, copy, lock, process, life, branch, recorded>>

RemoveLock ==
    /\ spent.removals < RemovalsMax /\ lock # "nobody"
    /\ spent' = [spent EXCEPT !.removals = @ + 1]
    /\ lock' = "nobody"
    /\ UNCHANGED <<log, file, content, copy, process, life, branch, recorded>>

Next ==
    \/ \E p \in Processes :
        \/ Start(p) \/ Kill(p)
        \/ \E t \in Transactions :
            \/ Prepare(p, t) \/ Decide(p, t) \/ RollBack(p, t)
            \/ \E r \in Resources : Commit(p, t, r) \/ FindOldCopy(p, t, r) \/ Orphan(p, t, r)
    \/ Copy \/ Restore \/ RestoreInPlace \/ RemoveLock

Spec == Init /\ [][Next]_vars

----------------------------------------------------------------------------

\* No branch is committed while another one of its transaction is rolled back.
Atomicity ==
    \A t \in Transactions : ~\E r, s \in Resources : branch[t][r] = "committed" /\ branch[t][s] = "rolledback"

\* A node acts only on decisions in the log that the next start reads.
Recorded == \A t \in Transactions : recorded[t] # "elsewhere"

\* At most one process writes to the log (law 3).
OneWriter == \A p, q \in Processes : Runs(p) /\ Runs(q) /\ process[p].file = process[q].file => p = q

\* A log that nobody has replaced never counts as an old copy.
NoFalseAlarm == spent.restores = 0 => ~log.isOld

\* Two lives never share epoch and mark.
OneMark ==
    \A p, q \in Processes :
        Runs(p) /\ Runs(q) /\ LastLife(process[p].log) = LastLife(process[q].log) => p = q
=============================================================================
