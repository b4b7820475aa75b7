package dev.assent.lab.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.AssentConfig;
import dev.assent.core.Setting;
import dev.assent.lab.bean.ConstantPayloads;
import dev.assent.lab.bean.DataSet;
import jakarta.transaction.Status;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A server and a client of the lab over IIOP, in one process. */
class IiopWireTest {
    private static final AssentConfig MEMORY = AssentConfig.defaults().with(Setting.LOG, "memory");

    private final IiopWire wire = new IiopWire();

    @Test
    void callsGoOutsideAndInsideOfATransaction() throws Exception {
        try (Host host = wire.serve(MEMORY, Place.at("127.0.0.1"));
                Guest guest = wire.connect(host.address())) {
            host.export(new ConstantPayloads());

            assertThat(guest.payloads(host.address(), false).getInt100()).hasSize(100);
            guest.transactions().begin();
            DataSet[] same = guest.payloads(host.address(), true).getDataSet10();
            assertThat(Arrays.stream(same).distinct()).hasSize(1);
            assertThat(guest.transactions().getStatus()).isEqualTo(Status.STATUS_ACTIVE);
            guest.transactions().commit();
            assertThat(guest.inside(host.address()).demarcate()).hasSize(2);
        }
    }

    @Test
    void behindARelayItIsRefused() {
        assertThatThrownBy(() -> wire.serve(MEMORY, new Place("127.0.0.1", "127.0.0.2", 4_000)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("ASSENT-7030", "'iiop'");
    }
}
