package dev.assent.remote.superior;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeId;
import dev.assent.core.fixture.resource.TestNode;
import dev.assent.core.log.MemoryDecisionLog;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Response;
import dev.assent.remote.transport.AnsweredPeers;
import dev.assent.remote.transport.KnownPlaces;
import dev.assent.remote.transport.RestoredLog;
import dev.assent.remote.transport.Transport;
import dev.assent.remote.transport.Transport.Feature;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Nodes that have voted in an earlier life hear once that this one runs, over the transport that reaches them. */
@Fast
class RestartNewsTest extends AnsweredPeers {
    private static final String BANK = "test://bank:1/p";
    private static final String SHOP = "other://shop:1/p";

    private final TestNode node = TestNode.open();
    private final KnownPlaces places =
            new KnownPlaces(new RestoredLog(new MemoryDecisionLog(() -> new NodeId(1, 1)), List.of(BANK, SHOP)));
    private final RestartNews news = new RestartNews(node.coordinator(), peers, places);
    private final Transport via = Objects.requireNonNull(transports.find(BANK));

    @BeforeEach
    void restore() {
        news.restore();
    }

    @AfterEach
    void closeNode() {
        node.close();
    }

    @Test
    void tell_severalTransports_eachPlaceHearsOnceWhenItsOwnHasJoined() {
        news.tell(via);
        assertThat(asked).containsExactly(BANK);
        Wire other = new Wire("other");
        transports.add(other);
        news.tell(other);
        assertThat(asked).containsExactly(BANK, SHOP);
        news.tell(via);
        news.tell(other);
        assertThat(asked).hasSize(2);
    }

    @Test
    void tell_theWireCarriesNoNews_nobodyIsAsked() {
        features.remove(Feature.RESTARTS);
        news.tell(via);
        assertThat(asked).isEmpty();
    }

    /** Its place in the log is for another one, until it votes again. */
    @Test
    void tell_aPlaceDoesNotAnswer_isForgotten() {
        next = new Response.Unanswered(true, new IllegalStateException("no answer"));
        news.tell(via);
        next = new Response.Refused(Response.Why.FORBIDDEN, "no");
        Wire other = new Wire("other");
        transports.add(other);
        news.tell(other);
        assertThat(told).as("a hint needs no report").isEmpty();
        places.restore(); // finds none that is known, and so takes both again
        news.tell(via);
        assertThat(asked).containsExactly(BANK, SHOP, BANK);
    }

    @Test
    void tell_aPlaceAnswers_isKept() {
        news.tell(via);
        places.restore();
        news.tell(via);
        assertThat(asked).containsExactly(BANK);
    }
}
