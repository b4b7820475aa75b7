package dev.assent.transport.soap.http;

import org.eclipse.jetty.client.ProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.transport.HttpConversation;
import org.eclipse.jetty.client.transport.HttpRequest;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.util.Promise;

/**
 * Skips the interim answers that a server may send before the answer, in any number, asked or not (RFC 9110, section
 * 15.2). Jetty's own handlers do so for three statuses, and only for one 100; after any other one they wait for ever.
 *
 * <p>Thread safety: safe to share.
 */
final class InterimAnswers implements ProtocolHandler {
    private static final Response.Listener PASSING_OVER = new Response.Listener() {
        @Override
        public void onSuccess(Response response) {
            HttpConversation conversation = conversation(response);
            conversation.updateResponseListeners(null);
            conversation.getExchanges().getLast().resetResponse();
            Throwable cause = response.getRequest().getAbortCause();
            if (cause != null) { // aborted meanwhile, when Jetty took it for answered and could not end it
                conversation.abort(cause, Promise.noop());
            }
        }

        @Override
        public void onFailure(Response response, Throwable failure) {
            conversation(response).updateResponseListeners(null);
        }
    };

    private static HttpConversation conversation(Response response) {
        return ((HttpRequest) response.getRequest()).getConversation();
    }

    @Override
    public String getName() {
        return "interim-answers";
    }

    @Override
    public boolean accept(Request request, Response response) {
        return HttpStatus.isInterim(response.getStatus());
    }

    @Override
    public Response.Listener getResponseListener() {
        return PASSING_OVER;
    }
}
