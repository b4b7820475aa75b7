package dev.assent.remote.transport;

import dev.assent.core.observe.Notices;
import dev.assent.core.participant.Answer;
import dev.assent.core.time.Clock;
import dev.assent.remote.message.Call;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.Result;
import dev.assent.remote.transport.Transport.Feature;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Peers at addresses of the scheme "test", which answer what a test says, and a clock that it moves. Another scheme gets
 * such peers by a {@link Wire}.
 */
public abstract class AnsweredPeers {
    protected final List<String> told = new ArrayList<>();
    protected long nanos = 1;
    protected @Nullable Response next = new Response.Answered(Answer.DONE);
    protected final List<Consumer<Response>> waiting = new ArrayList<>();

    /** The addresses that were asked. */
    protected final List<String> asked = new ArrayList<>();

    /** Which addresses that others send may be called. */
    protected Predicate<String> allowed = any -> true;

    /** What the wire can carry. */
    protected final Set<Feature> features = EnumSet.allOf(Feature.class);

    protected final Transports transports = new Transports(address -> allowed.test(address));
    protected final Peers peers = new Peers(
            transports,
            new Clock() {
                @Override
                public long nanos() {
                    return nanos;
                }

                @Override
                public long epochMillis() {
                    return 0;
                }
            },
            new Notices() {
                @Override
                public void info(String text) {
                    told.add(text);
                }

                @Override
                public void warning(String text) {
                    told.add(text);
                }
            });

    protected AnsweredPeers() {
        transports.add(new Wire("test"));
    }

    /** Answers all with what comes next; when that is null, they wait. */
    protected final class Wire implements Transport {
        private final String scheme;

        /** The wire of a scheme. */
        public Wire(String scheme) {
            this.scheme = scheme;
        }

        @Override
        public String scheme() {
            return scheme;
        }

        @Override
        public Set<Feature> can() {
            return features;
        }

        @Override
        public String address() {
            return scheme + ":self";
        }

        @Override
        public Peer peer(String address) {
            return new Peer() {
                @Override
                public String address() {
                    return address;
                }

                @Override
                public void call(Call call, Consumer<Result> reply) {
                    throw new IllegalStateException();
                }

                @Override
                public void ask(Request request, long timeoutMillis, Consumer<Response> reply) {
                    asked.add(address);
                    Response now = next;
                    if (now == null) {
                        waiting.add(reply);
                    } else {
                        reply.accept(now);
                    }
                }
            };
        }

        @Override
        public void open(Inbound inbound) {}

        @Override
        public void close() {}
    }
}
