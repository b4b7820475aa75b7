package dev.assent.core.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Fast
class NamesTest {
    private static final NodeId NODE = new NodeId(0x49c3cbc922445ebdL, 0x64eae30259cb5e94L);
    private static final NodeId SIMILAR = new NodeId(0x49c3cbc922445ebdL, 0x64eae30259cb5e95L);
    private static final TransactionId FIRST = new LocalTransactionId(new NodeEpoch(NODE, 4, 0), 17);
    private static final TransactionId SECOND = new LocalTransactionId(new NodeEpoch(NODE, 4, 0), 170);
    private static final TransactionId FOREIGN = new ForeignTransactionId(7, new byte[] {1, 2});
    private static final List<TransactionId> KNOWN = List.of(FIRST, SECOND, FOREIGN);

    private static TransactionId find(String name) {
        return Names.find(name, KNOWN, "none");
    }

    @Test
    void aTransactionIsFoundByItsShortNameItsDigitsAndTheFirstOfThem() {
        assertThat(Names.brief(FIRST)).isEqualTo("49c3cbc9-4-17");
        assertThat(find("49c3cbc9-4-17")).isEqualTo(FIRST);
        assertThat(find("4-4-170")).isEqualTo(SECOND);
        assertThat(find(FIRST.toString())).isEqualTo(FIRST);
        assertThat(find(SECOND.toString().toUpperCase())).isEqualTo(SECOND);
        assertThat(find("00000007:01")).isEqualTo(FOREIGN);
        assertThat(find(Names.brief(FOREIGN))).isEqualTo(FOREIGN);
    }

    @Test
    void anAmbiguousNameTellsWhatItMayMean() {
        assertThatThrownBy(() -> find("49c3"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("ASSENT-4032")
                .hasMessageContaining("49c3cbc9-4-17, 49c3cbc9-4-170");
    }

    @ParameterizedTest
    @CsvSource({"2, false", "5, false", "6, true"})
    void anAmbiguousNodeTellsFiveOfThoseItMayBe(int count, boolean areMore) {
        List<NodeId> nodes = LongStream.range(0, count)
                .mapToObj(each -> new NodeId(0x49L << 56, each))
                .toList();

        assertThatThrownBy(() -> Names.node("49", nodes))
                .hasMessageContaining("'49'")
                .satisfies(thrown ->
                        assertThat(thrown.getMessage().contains(", ...")).isEqualTo(areMore));
    }

    @Test
    void anUnknownNameTellsWhichResourcesWereNotAsked() {
        assertThatThrownBy(() -> Names.find("ff-1-1", KNOWN, "orders"))
                .hasMessageContaining("ASSENT-4031")
                .hasMessageContaining("'ff-1-1'")
                .hasMessageContaining("orders");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "tea", "4-4", "4--17", "4-4-x", "../x", "4 4"})
    void whatIsNoNameIsRefused(String name) {
        assertThatThrownBy(() -> find(name)).hasMessageContaining("ASSENT-4033").hasMessageContaining("'" + name + "'");
    }

    @Test
    void aNodeIsFoundByItsDigitsAlsoWhenNobodyHasSeenItAndByTheFirstOfThemWhenTheyAreUnique() {
        assertThat(Names.node(NODE.toString(), List.of())).isEqualTo(NODE);
        assertThat(Names.node("49c3", List.of(NODE, NODE))).isEqualTo(NODE);
        assertThat(Names.node("node-49c3", List.of(NODE))).isEqualTo(NODE);
        assertThatThrownBy(() -> Names.node("49c3", List.of(NODE, SIMILAR)))
                .hasMessageContaining("ASSENT-4060")
                .hasMessageContaining(NODE + ", " + SIMILAR);
        assertThatThrownBy(() -> Names.node("50", List.of(NODE, SIMILAR))).hasMessageContaining("ASSENT-4033");
        assertThatThrownBy(() -> Names.node("", List.of(NODE))).hasMessageContaining("ASSENT-4033");
        assertThat(NODE).isLessThan(SIMILAR);
        assertThat(NodeId.parse(NODE + "0")).isEmpty();
        assertThat(NodeId.parse("g".repeat(32))).isEmpty();
    }
}
