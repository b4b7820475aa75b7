package dev.assent.transport.soap.envelope;

/** A message can't be taken; its sender is told so by a fault. */
public final class FaultException extends Exception {
    private static final long serialVersionUID = 1L;

    private final SoapVersion version;
    private final transient SoapFault fault;

    /**
     * A refusal.
     *
     * @param version in which the sender is answered
     */
    public FaultException(SoapVersion version, SoapFault fault) {
        super(fault.reason());
        this.version = version;
        this.fault = fault;
    }

    /** In which version the sender is answered. */
    public SoapVersion version() {
        return version;
    }

    /** What it is told. */
    public SoapFault fault() {
        return fault;
    }
}
