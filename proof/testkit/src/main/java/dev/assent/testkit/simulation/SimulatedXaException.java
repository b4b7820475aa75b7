package dev.assent.testkit.simulation;

import javax.transaction.xa.XAException;

/** An XAException that costs no stack trace: worlds throw many. */
final class SimulatedXaException extends XAException {
    private static final long serialVersionUID = 1L;

    SimulatedXaException(int code) {
        super(code);
    }

    @Override
    public Throwable fillInStackTrace() {
        return this;
    }
}
