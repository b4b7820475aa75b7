package dev.assent.transport.soap.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CompletableFuture;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.ProtocolHandler;
import org.eclipse.jetty.client.Request;
import org.eclipse.jetty.client.Response;
import org.eclipse.jetty.client.Result;
import org.junit.jupiter.api.Test;

/** Interim answers, while the caller gives up its request. */
@Fast
class InterimAnswersTest {
    /** Gives the request up once Jetty takes it for answered, which is only for a moment. */
    private static final class GivingUp implements ProtocolHandler {
        private final InterimAnswers passingOver = new InterimAnswers();

        @Override
        public String getName() {
            return passingOver.getName();
        }

        @Override
        public boolean accept(Request request, Response response) {
            return passingOver.accept(request, response);
        }

        @Override
        public Response.Listener getResponseListener() {
            Response.Listener listener = passingOver.getResponseListener();
            return new Response.Listener() {
                @Override
                public void onSuccess(Response response) {
                    response.getRequest().abort(new IllegalStateException("too late"));
                    listener.onSuccess(response);
                }

                @Override
                public void onFailure(Response response, Throwable failure) {
                    listener.onFailure(response, failure);
                }
            };
        }
    }

    @Test
    void whatIsGivenUpMeanwhileIsNotWaitedFor() throws Exception {
        HttpClient client = new HttpClient();
        client.start();
        client.getProtocolHandlers().clear();
        client.getProtocolHandlers().put(new GivingUp());
        CompletableFuture<Result> ended = new CompletableFuture<>();
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            client.newRequest("http://127.0.0.1:" + server.getLocalPort()).send(ended::complete);
            try (RawConnection connection = new RawConnection(server.accept())) {
                connection.message();
                connection.send("HTTP/1.1 100 Continue", "", "");
                assertThat(ended.get().getFailure()).hasMessage("too late");
                assertThat(connection.isClosedByOther()).isTrue();
            }
        } finally {
            client.stop();
        }
    }
}
