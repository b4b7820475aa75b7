package dev.assent.transport.soap.model;

import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/**
 * A participant elsewhere, by the participant's table of the standard (WS-AtomicTransaction 1.2, section 9.2). Its vote
 * survives its crash. A rogue also says what the table does not allow.
 *
 * <p>Not thread-safe.
 */
final class Party {
    final String name;
    final boolean isVolatile;
    final boolean isRogue;

    State state = State.NEW;

    /** Where its messages go; null until its registration is answered. */
    Wsat.@Nullable Reference coordinator;

    /**
     * Whether a late Prepare came after it had committed: the standard has it answer Aborted, which its coordinator can't
     * tell from a lost commit.
     */
    boolean isDoubted;

    /** What became of its work; empty until it has ended. */
    String did = "";

    enum State {
        NEW,
        ACTIVE,
        PREPARING,
        PREPARED,
        OVER
    }

    Party(String name, boolean isVolatile, boolean isRogue) {
        this.name = name;
        this.isVolatile = isVolatile;
        this.isRogue = isRogue;
    }

    /** Takes a message of the coordinator; returns what it says, empty for nothing. */
    String hear(String message) {
        return switch (message) {
            case "Prepare" -> {
                if (state == State.ACTIVE || state == State.NEW) { // asked before it reads that it is registered
                    state = State.PREPARING;
                    yield "";
                }
                isDoubted |= did.equals("committed");
                yield state == State.PREPARED ? "Prepared" : state == State.OVER ? "Aborted" : "";
            }
            case "Commit" -> {
                if (state == State.PREPARED || isRogue && state != State.OVER) {
                    end("committed");
                }
                yield state == State.OVER ? "Committed" : "InvalidState";
            }
            case "Rollback" -> {
                if (state != State.OVER) {
                    end("rolled back");
                }
                yield "Aborted";
            }
            case "UnknownTransaction" -> {
                if (isVolatile && state != State.OVER) {
                    end("unknown"); // nobody tells it the outcome any more
                }
                yield "";
            }
            default -> "";
        };
    }

    private void end(String how) {
        state = State.OVER;
        did = how;
    }

    /** Votes, after it was asked. */
    String vote(SplittableRandom random) {
        int chosen = random.nextInt(10);
        if (chosen < 7) {
            state = State.PREPARED;
            return "Prepared";
        }
        end(chosen < 9 ? "read-only" : "rolled back");
        return chosen < 9 ? "ReadOnly" : "Aborted";
    }

    /** Leaves before it is asked. */
    String leave(SplittableRandom random) {
        boolean isReadOnly = random.nextInt(3) > 0;
        end(isReadOnly ? "read-only" : "rolled back");
        return isReadOnly ? "ReadOnly" : "Aborted";
    }

    /** Dies, and comes back with what it has written. */
    void crash() {
        if (state != State.PREPARED && state != State.OVER) {
            end("rolled back");
        }
    }
}
