package dev.assent.transport.soap.handler.cxf;

import dev.assent.transport.soap.policy.PolicyNames;
import org.apache.cxf.ws.policy.IgnorablePolicyInterceptorProvider;

/**
 * Tells Apache CXF that transactions are understood here: it refuses to call a service whose WSDL has a policy of which it
 * knows nothing, and the handlers that keep to this one are no part of its policies. Each of its buses makes one by itself. A
 * call without the handlers is refused by the service, which gets no context.
 *
 * <p>Thread safety: safe to share.
 */
public final class TransactionPolicyProvider extends IgnorablePolicyInterceptorProvider {
    private static final long serialVersionUID = 1L;

    /** One of {@code ATAssertion} (WS-AtomicTransaction 1.2, section 4.3). */
    public TransactionPolicyProvider() {
        super(PolicyNames.ASSERTION);
    }
}
