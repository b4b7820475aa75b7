package dev.assent.testkit.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.assent.remote.service.ReferenceGoneException;
import dev.assent.remote.service.RemoteFailureException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Objects that stay at their node, and the nodes that have references to them. */
abstract class ReferenceContract extends ContractPart {
    @Test
    void eachCallOfAFactoryGivesAnObjectOfTheCallersOwn() {
        Office.Session one = a().office(b()).open();
        Office.Session other = a().office(b()).open();
        assertThat(one.next()).isEqualTo(1);
        assertThat(one.next()).isEqualTo(2);
        assertThat(other.next()).isEqualTo(1);
        assertThat(one).isNotEqualTo(other);
        assertThat(b().service().services().references()).isEqualTo(2);
    }

    @Test
    void oneThatIsReleasedIsClosedThereAndGone() {
        Office.Session session = a().office(b()).open();
        a().service().services().release(session);
        a().service().services().release(session);
        ContractWorld.until(() -> count("b.closed") == 1);
        assertThatThrownBy(session::next)
                .isInstanceOf(ReferenceGoneException.class)
                .hasMessageContaining("ASSENT-8050")
                .hasMessageContaining("Session.next");
        assertThat(b().service().services().references()).isZero();
    }

    @Test
    void oneThatIsClosedIsReleased() {
        Office.Session session = a().office(b()).open();
        session.close();
        session.close();
        assertThatThrownBy(session::next).isInstanceOf(ReferenceGoneException.class);
        assertThat(b().service().services().references()).isZero();
        assertThat(count("b.closed")).isOne();
    }

    @Test
    void oneThatIsNeitherUsedNorRenewedIsGoneWhenItsLeaseIsOver() {
        Office.Session used = a().office(b()).open();
        Office.Session idle = c().office(b()).open();
        Office.Session renewed = a().office(b()).open();
        world().pass(Duration.ofMillis(ContractWorld.LEASE_MILLIS - 1));
        used.next();
        a().service().services().renew(renewed);
        world().pass(Duration.ofMillis(1));
        ContractWorld.until(() -> count("b.closed") == 1);
        assertThatThrownBy(idle::next).isInstanceOf(ReferenceGoneException.class);
        assertThatThrownBy(() -> c().service().services().renew(idle)).isInstanceOf(ReferenceGoneException.class);
        c().service().services().release(idle);
        assertThat(used.next()).isEqualTo(2);
        assertThat(renewed.next()).isEqualTo(1);
        assertThat(count("b.closed")).isOne();
    }

    private Office.Session openAll() {
        for (int i = 1; i < ContractWorld.REFERENCES_MAX_OF_CALLER; i++) {
            a().office(b()).open();
        }
        return a().office(b()).open();
    }

    @Test
    void aCallerHasNoMoreThanItsLimit() {
        Office.Session last = openAll();
        assertThatThrownBy(() -> a().office(b()).open())
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("ASSENT-8051")
                .hasMessageContaining("'references-max-of-caller'");
        a().service().services().release(last);
        a().office(b()).open();
    }

    @Test
    void allHaveNoMoreThanTheirs() {
        assumeFalse(wire().countsByHost(), "all are one caller");
        Office.Session last = openAll();
        c().office(b()).open();
        assertThatThrownBy(() -> c().office(b()).open())
                .isInstanceOf(RemoteFailureException.class)
                .hasMessageContaining("'references-max'");
        a().service().services().release(last);
        c().office(b()).open();
    }

    @Test
    void theyAreGoneWhenTheirNodeRestarts() {
        Office.Session session = a().office(b()).open();
        b().restart();
        assertThatThrownBy(session::next).isInstanceOf(ReferenceGoneException.class);
    }

    @Test
    void theWorkOfACallOfOneIsPartOfItsCallersTransaction() throws Exception {
        Office.Session session = a().office(b()).open();
        a().begin();
        assertThat(session.next()).isEqualTo(1);
        commit();
        world().settle();
        assertCommitted(a());
    }
}
