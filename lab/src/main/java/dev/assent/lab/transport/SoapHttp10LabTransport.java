package dev.assent.lab.transport;

/** The same with a connection for each request, as HTTP/1.0 has it: shows the gain of kept connections. Immutable. */
public final class SoapHttp10LabTransport extends SoapLabTransport {
    /** Envelopes of SOAP in HTTP/1.0. */
    public SoapHttp10LabTransport() {
        super("1.0");
    }

    @Override
    public String name() {
        return "soap+http10";
    }

    @Override
    public String title() {
        return "Assent over SOAP, HTTP/1.0";
    }
}
