package dev.assent.transport.soap.state;

/**
 * The states of coordinator and participant, each in its own view (WS-AtomicTransaction 1.2, section 9.2). Between
 * PREPARED and PREPARED_SUCCESS each writes to its log: the coordinator its decision, the participant its vote.
 *
 * <pre>
 *   NONE -> ACTIVE -> PREPARING -> PREPARED -> PREPARED_SUCCESS -> COMMITTING -> NONE
 *              |          |           |               |
 *              +----------+-----------+---------------+----------> ABORTING ---> NONE
 * </pre>
 */
public enum TwoPhaseState {
    /** Unknown: never registered, or over. */
    NONE,
    /** The participant is registered. */
    ACTIVE,
    /** The coordinator asks for the vote. */
    PREPARING,
    /** The vote is yes, and nothing is written yet. */
    PREPARED,
    /** Coordinator: the decision to commit is being written. Participant: the vote is written and sent. */
    PREPARED_SUCCESS,
    /** The coordinator tells the participant to commit. */
    COMMITTING,
    /** The participant rolls back, by order of the coordinator or by itself. */
    ABORTING
}
