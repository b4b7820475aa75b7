package dev.assent.lab.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.AssentConfig;
import dev.assent.Setting;
import dev.assent.harness.Fast;
import dev.assent.lab.bean.ConstantPayloads;
import dev.assent.lab.bean.Payload;
import dev.assent.lab.bean.Payloads;
import dev.assent.lab.network.Deployment;
import dev.assent.remote.CallTransaction;
import jakarta.transaction.Status;
import jakarta.transaction.SystemException;
import jakarta.transaction.TransactionManager;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Any interface goes over a transport, with a server and a client in this process. */
@Fast
class LabTransportIT {
    /** No paper has it. */
    public interface Words {
        /** The received values, as one word. */
        String join(String first, int times);

        /** Nothing is returned, or it is refused. */
        void refuse(boolean isRefused);
    }

    private static class JoinedWords implements Words {
        @Override
        public String join(String first, int times) {
            return first.repeat(times);
        }

        @Override
        public void refuse(boolean isRefused) {
            if (isRefused) {
                throw new IllegalArgumentException("as it was told to");
            }
        }
    }

    private static LabServer serve(LabTransport transport) throws Exception {
        return transport.serve(AssentConfig.defaults().with(Setting.LOG, "memory"), Endpoint.at(Deployment.LOOPBACK));
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "native+http", "iiop", "soap", "soap+http10", "rmi", "http"})
    void anInterfaceThatTheTransportDoesNotKnowIsCalledByItsName(String name) throws Exception {
        LabTransport transport = LabTransport.of(name);
        try (LabServer server = serve(transport)) {
            server.export("others", Payloads.class, new ConstantPayloads(), CallTransaction.NEVER);
            server.export("words", Words.class, new JoinedWords(), CallTransaction.NEVER);
            try (LabClient client = transport.connect(server.address())) {
                Words words = client.connect(server.address(), "words", Words.class);

                assertThat(words.join("ab", 3)).isEqualTo("ababab");
                words.refuse(false);
                assertThatThrownBy(() -> words.refuse(true))
                        .isInstanceOf(RuntimeException.class)
                        .hasStackTraceContaining("as it was told to");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "native+http", "iiop", "soap", "soap+http10", "rmi", "http", "tcp"})
    void allPayloadsComeAsTheServerHasThem(String name) throws Exception {
        LabTransport transport = LabTransport.of(name);
        try (LabServer server = serve(transport)) {
            server.export("payloads", Payloads.class, new ConstantPayloads(), CallTransaction.NEVER);
            try (LabClient client = transport.connect(server.address())) {
                Payloads payloads = client.connect(server.address(), "payloads", Payloads.class);

                Arrays.stream(Payload.values()).forEach(each -> each.check(payloads, client.keepsReferences()));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"native", "native+http", "iiop", "soap", "soap+http10"})
    void callsArePartOfTheTransactionsOfAClient(String name) throws Exception {
        LabTransport transport = LabTransport.of(name);
        try (LabServer server = serve(transport)) {
            TransactionManager manager = Objects.requireNonNull(server.transactionManager());
            server.export(
                    "words",
                    Words.class,
                    new JoinedWords() {
                        @Override
                        public String join(String first, int times) {
                            try {
                                return manager.getStatus() + super.join(first, times);
                            } catch (SystemException failed) {
                                throw new IllegalStateException(failed);
                            }
                        }
                    },
                    CallTransaction.SUPPORTS);
            try (LabClient client = transport.connect(server.address())) {
                Words words = client.connect(server.address(), "words", Words.class);

                assertThat(words.join("ab", 1)).isEqualTo(Status.STATUS_NO_TRANSACTION + "ab");
                client.transactions().begin();
                assertThat(words.join("ab", 1)).isEqualTo(Status.STATUS_ACTIVE + "ab");
                client.transactions().commit();
                assertThat(client.transactions().getStatus()).isEqualTo(Status.STATUS_NO_TRANSACTION);
            }
        }
    }

    @Test
    void whatHasNoConstantsIsRefusedByTheEcho() throws Exception {
        LabTransport transport = LabTransport.of("tcp");
        try (LabServer server = serve(transport);
                LabClient client = transport.connect(server.address())) {
            server.export("words", Words.class, new JoinedWords(), CallTransaction.NEVER);

            assertThatThrownBy(() -> client.connect(server.address(), "words", Words.class))
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("'words'");
        }
    }
}
