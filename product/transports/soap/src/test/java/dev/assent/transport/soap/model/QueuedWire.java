package dev.assent.transport.soap.model;

import dev.assent.transport.soap.http.Entity;
import dev.assent.transport.soap.http.HttpCaller.Outgoing;
import dev.assent.transport.soap.http.HttpCaller.Progress;
import dev.assent.transport.soap.http.Poster;
import dev.assent.transport.soap.http.Receiver;
import dev.assent.transport.soap.http.Receiver.Answer;
import dev.assent.transport.soap.http.Receiver.Posted;
import dev.assent.transport.soap.http.Reply;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * In place of HTTP: a queue of requests and answers. A test says which one goes next, and whether it arrives, is lost or
 * arrives twice. Nothing else happens, so that a seed repeats everything.
 *
 * <p>Not thread-safe.
 */
public final class QueuedWire {
    private final Map<String, Receiver> places = new HashMap<>();
    private final List<Packet> queue = new ArrayList<>();

    /** Of the present step, not in an order yet: the code sends in the order of its maps, which a seed does not repeat. */
    private final List<Packet> fresh = new ArrayList<>();

    private final Watch watch;
    private int unanswered;
    private boolean isDirect;

    /** A request or an answer under way. */
    public final class Packet {
        private final String label;
        private final Runnable arrives;
        private final Consumer<Boolean> isLost;
        private final @Nullable Runnable again;

        private Packet(String label, Runnable arrives, Consumer<Boolean> isLost, @Nullable Runnable again) {
            this.label = label;
            this.arrives = arrives;
            this.isLost = isLost;
            this.again = again;
        }

        /** It arrives now. */
        public void arrive() {
            queue.remove(this);
            arrives.run();
        }

        /** It never arrives; its sender hears of it at once. */
        public void lose(boolean mayHaveArrived) {
            queue.remove(this);
            isLost.accept(mayHaveArrived);
        }

        /** A copy of it arrives later; nothing for an answer. */
        public void copy() {
            if (again != null) {
                queue.add(new Packet("copy of " + label, again, any -> {}, null));
            }
        }

        /** For display. */
        @Override
        public String toString() {
            return label;
        }
    }

    /** Sees all requests. */
    public interface Watch {
        /** One is sent. */
        void sent(String from, Outgoing out);

        /** One arrives, before anything is done for it. */
        void arrives(Outgoing out);

        /** One is answered. */
        void answered(Outgoing out, Answer answer);

        /** Its sender hears what became of it. */
        default void heard(Outgoing out, Reply reply) {}
    }

    /** Nothing is under way. */
    public QueuedWire(Watch watch) {
        this.watch = watch;
    }

    /** How many requests that have arrived were not answered; of the present life of each process. */
    public int unanswered() {
        return unanswered;
    }

    /** Whether everything arrives at once, while a test prepares something. */
    public void setDirect(boolean isNowDirect) {
        isDirect = isNowDirect;
    }

    /** Somebody takes requests at HOST:PORT; null when nobody does any more. */
    public void listen(String place, @Nullable Receiver receiver) {
        if (receiver == null) {
            places.remove(place);
            unanswered = 0;
        } else {
            places.put(place, receiver);
        }
    }

    /** All that is under way, in an order that a seed repeats. */
    public List<Packet> underWay() {
        fresh.sort(Comparator.comparing(Packet::toString));
        queue.addAll(fresh);
        fresh.clear();
        return List.copyOf(queue);
    }

    /** The way of one life of a process; once it is over, the process hears nothing more. */
    public final class Way implements Poster {
        private final String from;
        private boolean isOver;

        private Way(String from) {
            this.from = from;
        }

        /** Ends it. */
        public void end() {
            isOver = true;
        }

        @Override
        public dev.assent.transport.soap.http.HttpCaller.Posting post(
                Outgoing out, Progress progress, Consumer<Reply> reply) {
            if (isOver) {
                return cause -> {};
            }
            watch.sent(from, out);
            Flight flight = new Flight(this, out, progress, reply);
            Packet packet = new Packet(flight.label(), flight::arrive, flight::lose, flight::arriveAgain);
            if (isDirect) {
                packet.arrive();
            } else {
                fresh.add(packet);
            }
            return flight::abort;
        }
    }

    /** A way of a process of this name. */
    public Way way(String from) {
        return new Way(from);
    }

    /** One request. */
    private final class Flight {
        private final Way way;
        private final Outgoing out;
        private final Progress progress;
        private @Nullable Consumer<Reply> reply;
        private boolean isBegun;

        Flight(Way way, Outgoing out, Progress progress, Consumer<Reply> reply) {
            this.way = way;
            this.out = out;
            this.progress = progress;
            this.reply = reply;
        }

        String label() {
            return way.from + " to " + Wsat.receiver(out) + ": " + Wsat.action(out);
        }

        private void tell(Reply told) {
            Consumer<Reply> once = reply;
            reply = null;
            if (once != null && !way.isOver) {
                watch.heard(out, told);
                once.accept(told);
            }
        }

        private void lose(boolean mayHaveArrived) {
            boolean isSent = mayHaveArrived && begin();
            tell(new Reply.Unanswered(isSent, new IOException("the test loses it")));
        }

        private void abort(Throwable cause) {
            tell(new Reply.Unanswered(isBegun, cause));
        }

        private boolean begin() {
            isBegun = isBegun || reply != null && progress.begun();
            return isBegun;
        }

        private void arrive() {
            if (!places.containsKey(out.to().place())) {
                tell(new Reply.Unanswered(false, new IOException("nobody listens at " + out.to())));
            } else if (begin()) {
                deliver(this::answer);
            } else {
                tell(new Reply.Unanswered(false, new IOException("its time is over")));
            }
        }

        private void arriveAgain() {
            if (isBegun) {
                deliver(any -> {});
            }
        }

        private void deliver(Consumer<Answer> answered) {
            String place = out.to().place();
            Receiver receiver = places.get(place);
            if (receiver == null) {
                return;
            }
            Map<String, String> headers = new HashMap<>();
            out.headers().forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
            String path = out.to().pathAndQuery().replaceFirst("\\?.*", "");
            Entity entity = out.entity();
            if (entity == null) {
                throw new AssertionError("nobody reads here");
            }
            Posted posted = new Posted("127.0.0.1:1", path, headers, entity, entity.bytes().length);
            AtomicBoolean isAnswered = new AtomicBoolean();
            unanswered++;
            watch.arrives(out);
            receiver.receive(posted, answer -> {
                if (places.get(place) != receiver) {
                    return; // that life is over
                }
                if (isAnswered.getAndSet(true)) {
                    throw new AssertionError("a second answer to " + label());
                }
                unanswered--;
                watch.answered(out, answer);
                answered.accept(answer);
            });
        }

        private void answer(Answer answer) {
            Entity entity = answer.entity();
            Entity told = entity == null ? new Entity("", new byte[0]) : entity;
            Reply reached = new Reply.Answered(answer.status(), told, told.bytes().length);
            Packet packet = new Packet("answer to " + label(), () -> tell(reached), lost -> lose(true), null);
            if (isDirect) {
                packet.arrive();
            } else {
                fresh.add(packet);
            }
        }
    }
}
