package dev.assent.transport.soap.handler.cxf;

import dev.assent.transport.soap.policy.PolicyNames;
import org.apache.cxf.ws.policy.IgnorablePolicyInterceptorProvider;

/**
 * Tells Apache CXF that this process understands transactions. Otherwise CXF refuses to call a service whose WSDL has a
 * policy that it does not know, since Assent's handlers are not part of CXF's policies. Each bus of CXF makes one
 * instance. A service refuses a call without the handlers, since the call has no context.
 *
 * <p>Thread safety: safe to share.
 */
public final class TransactionPolicyProvider extends IgnorablePolicyInterceptorProvider {
    private static final long serialVersionUID = 1L;

    /** For {@code ATAssertion} (WS-AtomicTransaction 1.2, section 4.3). */
    public TransactionPolicyProvider() {
        super(PolicyNames.ASSERTION);
    }
}
