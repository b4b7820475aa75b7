package dev.assent.transport.soap.state;

/**
 * How far coordinator and participant are, each by its own view (WS-AtomicTransaction 1.2, section 9.2). Prepared is
 * written down in between: the coordinator's decision, the participant's vote.
 *
 * <pre>
 *   NONE -> ACTIVE -> PREPARING -> PREPARED -> PREPARED_SUCCESS -> COMMITTING -> NONE
 *              |          |           |               |
 *              +----------+-----------+---------------+----------> ABORTING ---> NONE
 * </pre>
 */
public enum TwoPhaseState {
    /** It is not known: never heard of, or over. */
    NONE,
    /** The participant is registered. */
    ACTIVE,
    /** The vote is asked for. */
    PREPARING,
    /** The vote is yes, and nothing is written yet. */
    PREPARED,
    /** The coordinator: its decision to commit is being written. The participant: its vote is written and sent. */
    PREPARED_SUCCESS,
    /** The participant is told to commit. */
    COMMITTING,
    /** It is told to roll back, or does so by itself. */
    ABORTING
}
