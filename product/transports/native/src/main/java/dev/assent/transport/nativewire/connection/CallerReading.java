package dev.assent.transport.nativewire.connection;

import dev.assent.transport.nativewire.wire.FrameKind;
import dev.assent.transport.nativewire.wire.WireException;
import dev.assent.transport.nativewire.wire.WireIn;

/**
 * How callers read from an {@link OpenedLink} by themselves: their own answers while they are alone, and whether the
 * other side is still there before they send.
 *
 * <p>Thread safety: all methods may be called by any thread.
 */
final class CallerReading {
    /** If nothing has read from the connection for longer, the other side may have closed it. */
    private static final long UNSEEN_NANOS_MAX = 1_000_000;

    private final OpenedLink link;
    private final LinkExchanges exchanges;
    private final OwnReading reading;

    CallerReading(OpenedLink link, LinkExchanges exchanges, OwnReading reading) {
        this.link = link;
        this.exchanges = exchanges;
        this.reading = reading;
    }

    /** The caller reads its answer by itself, as long as no other caller waits for one. */
    void readFor(Exchange exchange, long number) {
        if (link.transfer().isReadByAny()
                && exchanges.isAlone()
                && OwnReading.mayRead(Thread.currentThread())
                && reading.take()) {
            try {
                Own own = new Own(number);
                while (!own.isOthers && exchange.isUnderWay() && reading.await(Loop.PERIOD_MILLIS)) {
                    link.read(reading::buffer, own);
                }
            } finally {
                reading.leave();
            }
        }
        if (exchanges.isAnyUnderWay()) {
            reading.watch();
        }
    }

    /**
     * Finds out whether the other side has closed the connection since the last call: perhaps nothing has read since,
     * or the loop has not come to it yet.
     */
    void look() {
        if (link.quietNanos() > UNSEEN_NANOS_MAX
                && link.transfer().isReadByAny()
                && !exchanges.isAnyUnderWay()
                && reading.isFree()
                && reading.take()) {
            try {
                link.read(reading::buffer, link::take);
            } finally {
                reading.leave();
            }
        }
    }

    /** Takes the answer of the reading caller, and leaves other frames to the loop, since they may bring work. */
    private final class Own implements Intake.Taker {
        private final long number;

        /** Whether a frame for others has come. */
        private boolean isOthers;

        Own(long number) {
            this.number = number;
        }

        @Override
        public void frame(int kind, WireIn in) throws WireException {
            boolean isAnswer = kind == FrameKind.RESULT || kind == FrameKind.ANSWER;
            if (isAnswer && in.peekLong() == number) {
                link.take(kind, in);
            } else {
                isOthers = true;
                byte[] copy = in.takeBytes(in.remaining(), "the frame");
                link.loop().execute(() -> link.takeCopy(kind, new WireIn(copy, 0, copy.length)));
            }
        }
    }
}
