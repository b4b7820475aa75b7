package dev.assent.transport.soap.desk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.harness.Fast;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.coordination.CoordinationContext;
import dev.assent.transport.soap.coordination.Notification;
import dev.assent.transport.soap.xml.Element;
import java.util.Collections;
import java.util.List;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.Test;

/** The cache of received contexts. */
@Fast
class ContextsTest {
    private final Contexts contexts = new Contexts(Desks.silent());

    private SuperiorRef superior(Long expires, List<Element> parameters) {
        EndpointReference registration = new EndpointReference("http://127.0.0.1:8081/r", parameters);
        Context read = contexts.read(new CoordinationContext("urn:t", expires, Notification.NAMESPACE, registration));
        assertThat(read.remainingMillis()).isEqualTo(expires == null ? Context.UNLIMITED : expires);
        return read.superior();
    }

    private static List<Element> parameters(int count) {
        return List.of(Element.of(
                new QName("urn:p", "p"), Collections.nCopies(count - 1, Element.ofText(new QName("b"), "1"))));
    }

    @Test
    void oneThatComesAgainIsReadOnceWhateverTimeIsLeft() {
        List<Element> most = parameters(Memo.ELEMENT_SIZE_MAX);
        SuperiorRef first = superior(null, most);
        assertThat(superior(1_000L, most)).isSameAs(first);
        assertThat(superior(999L, most)).isSameAs(first);
    }

    @Test
    void oneThatTakesMuchRoomIsNotKept() {
        List<Element> more = parameters(Memo.ELEMENT_SIZE_MAX + 1);
        SuperiorRef first = superior(null, more);
        assertThat(superior(null, more)).isEqualTo(first).isNotSameAs(first);
    }
}
