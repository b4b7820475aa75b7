package dev.assent.testkit.simulation;

import java.util.EnumSet;
import java.util.Set;

/** The sights of a world. A simulation that never shows one of them tests less than it says. */
public enum Sight {
    /** A client got COMMITTED. */
    COMMITTED,
    /** A client got ROLLED_BACK. */
    ROLLED_BACK,
    /** A client got a heuristic outcome. */
    HEURISTIC,
    /** A client got UNKNOWN. */
    UNKNOWN,
    /** A transaction reached its timeout. */
    TIMED_OUT,
    /** A one-phase commit. */
    ONE_PHASE,
    /** A last resource committed, and so decided for others. */
    LAST_COMMITTED,
    /** A last resource rolled back when it was asked to commit, and so decided for others. */
    LAST_ROLLED_BACK,
    /** A transaction was in doubt about its last resource. */
    IN_DOUBT,
    /** Recovery found the marker of a last resource. */
    MARKER_FOUND,
    /** Recovery found no marker, and kept the last resource from committing. */
    MARKER_REFUSED,
    /** An operator reported the outcome at a last resource. */
    SETTLED,
    /** A transaction was suspended for a while. */
    SUSPENDED,
    /** A second connection joined a branch. */
    JOINED,
    /** A vote to be read-only. */
    READ_ONLY,
    /** A process of a node was killed. */
    KILLED,
    /** A node lost its power. */
    POWER_LOST,
    /** A second process was refused the folder of one that runs. */
    SECOND_PROCESS,
    /** A node was closed in good order. */
    CLOSED,
    /** A node started on a copy of a folder. */
    CLONED,
    /** A resource crashed. */
    RESOURCE_CRASHED,
    /** A call took effect after its caller had given it up. */
    LATE_EFFECT,
    /** A resource decided by itself. */
    OWN_DECISION,
    /** A branch was ended by hand. */
    LOST,
    /** A resource rolled back a branch that it had promised to commit. */
    GIVEN_UP,
    /** A resource reported that it had committed, and lost that. */
    COMMITTED_AND_LOST,
    /** One forgot a prepared branch in a crash. */
    PREPARED_FORGOTTEN,
    /** One left a prepared branch out of its list. */
    LEFT_OUT,
    /** One listed an ended branch. */
    LISTED_THOUGH_OVER,
    /** One listed damaged Xids. */
    LISTED_DAMAGED,
    /** One voted read-only though there was something to commit. */
    FALSE_READ_ONLY,
    /** A recovered transaction was committed. */
    RECOVERED_COMMIT,
    /** An orphan was rolled back: neither the log nor a transaction had the branch. */
    ORPHAN,
    /** The log was full. */
    LOG_FULL,
    /** The log changed its segment. */
    CHECKPOINT,
    /** A torn tail of the log was cut. */
    TORN,
    /** A force was shared. */
    SHARED_FORCE,
    /** A force took seconds or minutes. */
    SLOW_FORCE,
    /** The clock of a node was set to another year. */
    CLOCK_SET,
    /** A log that had rotted was refused. */
    ROTTEN,
    /** A storage call failed. */
    STORAGE_FAILED,
    /** A heuristic outcome was forgotten by an operator. */
    FORGOTTEN,
    /** An operator took a resource for lost for good that was not, and was refused. */
    LOST_REFUSED,
    /** An operator has resolved branches that only an operator may end. */
    RESOLVED,
    /** An operator ended a transaction that had not voted. */
    ENDED,
    /** A message between nodes, or its answer, was lost. */
    MESSAGE_LOST,
    /** A request arrived twice. */
    MESSAGE_REPEATED,
    /** A message, or its answer, was lost between nodes that did not hear each other. */
    PARTITIONED,
    /** A message, or its answer, was lost between two nodes, and only one of them heard the other. */
    HALF_OPEN,
    /** A caller waited in vain for the reply to a call that may have been done. */
    REPLY_LOST,
    /** A request came to a node that had not read its log. */
    ASKED_EARLY,
    /** A node was asked about a transaction of a life that it has not begun. */
    ASKED_OF_LIFE_TO_COME,
    /** A request came to a node that was not meant. */
    ASKED_FOR_ANOTHER,
    /** A subordinate voted that it is prepared. */
    SUBORDINATE_PREPARED,
    /** An operator has decided in place of a superior. */
    RESOLVED_IN_PLACE,
    /** The superior has decided the same. */
    CONFIRMED,
    /** It has decided otherwise, and that was kept. */
    CONTRADICTED,
    /** A request for a node has come to another one, which was started on a copy of its folder. */
    COPY_ASKED,
    /** A subordinate asked for the decision. */
    INQUIRED,
    /** A restarted node reported its restart to a subordinate that had voted in its transactions. */
    RESTART_TOLD,
    /** A subordinate that had not voted asked for the decision, since its superior had restarted. */
    INQUIRED_EARLY,
    /** A call came home to the node that began its transaction. */
    CAME_HOME,
    /** A second caller reached a subordinate. */
    DIAMOND,
    /** Threads of one transaction have called at once. */
    CALLS_AT_ONCE,
    /** A foreign transaction manager has begun a transaction. */
    FOREIGN,
    /** It has decided to commit one. */
    FOREIGN_COMMITTED,
    /** One took part in a transaction of ours. */
    FOREIGN_PART,
    /** One that had committed was asked to commit, and did not know the transaction any more. */
    FOREIGN_GONE,
    /** One that was prepared went against the decision. */
    FOREIGN_AGAINST,
    /** One had lost its vote when it was asked to commit. */
    FOREIGN_VOTE_LOST,
    /** One had decided by itself before it was asked for its vote. */
    FOREIGN_FIRST,
    /** One has voted before it was asked. */
    LEFT,
    /** One that looked on was asked before phase one. */
    ASKED_AS_ONLOOKER,
    /** One heard the outcome. */
    TOLD_AS_ONLOOKER,
    /** A client without a transaction manager got the same outcome again. */
    TOLD_AGAIN,
    /** One heard that no node knows the outcome any more. */
    OUTCOME_FORGOTTEN,
    /** A synchronization ran at a subordinate. */
    SYNCHRONIZED,
    /** One ran when others had prepared already, since the wire has no word for it. */
    SYNCHRONIZED_LATE,
    /** A subordinate registered by a message of its own, over a wire whose replies carry no registration. */
    REGISTERED_APART,
    /** A node refused a message from a sender that had no right to send it. */
    FORBIDDEN,
    /** A node was lost for good, and another one has taken its place. */
    NODE_LOST,
    /** An operator has adopted the lost node with the log that was left of it, and vouched for it. */
    LOST_ADOPTED_WHOLE,
    /** One has adopted it with a log that the operator did not vouch for. */
    LOST_ADOPTED_IN_PART,
    /** One has adopted it without a log. */
    LOST_ADOPTED_BARE,
    /** The node that has adopted the lost one has answered in its place. */
    ANSWERED_FOR_LOST,
    /** An operator has found the decision, and has ended branches that the lost node or its superior could not end. */
    RESOLVED_FOR_LOST,
    /** An operator has given up the part that the lost node had in a transaction. */
    PART_GIVEN_UP,
    /** A subordinate was seen to have lost work. */
    SECOND_INCARNATION,
    /** An operator has adopted another node. */
    ADOPTED,
    /** A log that was found to be an old copy met a branch of an epoch it had lost. */
    OLD_COPY,
    /** An operator ended a branch that a node of an old copy had left alone. */
    LEFT_ALONE,
    /** An older copy of a node's folder was put back in its place. */
    PUT_BACK;

    /** Sights of worlds in which several nodes call each other. */
    public static final Set<Sight> OF_NODES = EnumSet.range(MESSAGE_LOST, SECOND_INCARNATION);
}
