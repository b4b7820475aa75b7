package dev.assent.remote.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.assent.NodeId;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.harness.Fast;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The places that a node keeps for its next start, and their bound. */
@Fast
class KnownPlacesTest {
    private final MemoryDecisionLog log = new MemoryDecisionLog(() -> new NodeId(1, 1));
    private final KnownPlaces places = new KnownPlaces(log);

    private long records() {
        return log.statistics().records();
    }

    @Test
    void note_samePlaceAgain_writesOneRecord() {
        places.note("native://bank:7000");
        places.note("native://bank:7000");
        places.note("iiop://bank:7001/IOR:01");
        places.note("iiop://bank:7001/IOR:02");
        assertThat(records()).isEqualTo(2);
        assertThat(log.statistics().forces()).isZero();
    }

    @Test
    void note_manyPlaces_staysBelowItsBound() {
        for (int i = 0; i < 3 * KnownPlaces.PLACES_MAX; i++) {
            places.note("native://bank:" + i);
        }
        assertThat(records()).isEqualTo(KnownPlaces.PLACES_MAX);
    }

    @Test
    void note_longAddresses_staysBelowItsBound() {
        for (int i = 0; i < KnownPlaces.PLACES_MAX; i++) {
            places.note("iiop://bank:" + i + "/IOR:" + "0".repeat(900));
        }
        assertThat(records()).isEqualTo(KnownPlaces.CHARS_MAX / 920);
    }

    /** Addresses that are as long as allowed, and one character longer. */
    @Test
    void note_theLongestPlace_isNoted() {
        String host = "native://" + "b".repeat(200 - "native://:7000".length()) + ":7000";
        assertThat(host).hasSize(200);
        places.note(host);
        assertThat(records()).isOne();
        places.note(host.replace("native://", "native://b"));
        assertThat(records()).isOne();
    }

    @Test
    void note_asManyCharactersAsAllowed_areNoted() {
        String start = "iiop://bank:1/IOR:";
        places.note(start + "0".repeat(KnownPlaces.CHARS_MAX - "native://b:2".length() - start.length()));
        places.note("native://b:2");
        assertThat(records()).isEqualTo(2);
        places.note("native://b:3");
        assertThat(records()).isEqualTo(2);
    }

    private static String longAddress(int number) {
        return "iiop://bank:" + number + "/IOR:" + "0".repeat(900);
    }

    @Test
    void restore_countsWhatEarlierLivesHaveNoted() {
        KnownPlaces restored =
                new KnownPlaces(new RestoredLog(log, List.of(longAddress(1), "iiop://far:3/IOR:" + "0".repeat(6_500))));
        restored.restore();

        restored.note(longAddress(2));
        assertThat(records()).isZero();
        restored.forget("iiop://bank:1");
        restored.note(longAddress(2));
        assertThat(records()).isOne();
    }

    @Test
    void restore_eachPlaceIsTakenOnce() {
        KnownPlaces restored = new KnownPlaces(new RestoredLog(log, List.of("native://bank:1", "iiop://bank:2")));
        restored.restore();

        assertThat(restored.take(address -> address.startsWith("native")))
                .containsExactly(new KnownPlaces.Place("native://bank:1", "native://bank:1"));
        assertThat(restored.take(any -> true))
                .extracting(KnownPlaces.Place::name)
                .containsExactly("iiop://bank:2");
        assertThat(restored.take(any -> true)).isEmpty();
    }

    @Test
    void forget_longAddress_makesRoomForAnother() {
        for (int i = 0; i < KnownPlaces.PLACES_MAX; i++) {
            places.note(longAddress(i));
        }
        long before = records();
        places.forget("iiop://bank:0");
        places.note(longAddress(KnownPlaces.PLACES_MAX));
        assertThat(records()).isEqualTo(before + 1);
    }

    @Test
    void forget_makesRoom() {
        for (int i = 0; i <= KnownPlaces.PLACES_MAX; i++) {
            places.note("native://bank:" + i);
        }
        places.forget("native://bank:0");
        places.forget("native://nobody:0");
        places.note("native://another:0");
        assertThat(records()).isEqualTo(KnownPlaces.PLACES_MAX + 1);
    }

    @Test
    void note_logIsClosed_changesNothing() {
        log.close();
        assertThatCode(() -> places.note("native://bank:7000")).doesNotThrowAnyException();
    }

    @Test
    void take_ofThisLife_isEmpty() {
        places.note("native://bank:7000");
        places.restore();
        assertThat(places.take(any -> true)).isEmpty();
    }
}
