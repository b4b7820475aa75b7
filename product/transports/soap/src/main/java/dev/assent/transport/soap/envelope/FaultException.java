package dev.assent.transport.soap.envelope;

/** A message is refused; its sender gets a fault. */
public final class FaultException extends Exception {
    private static final long serialVersionUID = 1L;

    private final SoapVersion version;
    private final transient SoapFault fault;

    /**
     * A refusal.
     *
     * @param version of SOAP for the answer
     */
    public FaultException(SoapVersion version, SoapFault fault) {
        super(fault.reason());
        this.version = version;
        this.fault = fault;
    }

    /** The version of SOAP for the answer. */
    public SoapVersion version() {
        return version;
    }

    /** The fault for the sender. */
    public SoapFault fault() {
        return fault;
    }
}
