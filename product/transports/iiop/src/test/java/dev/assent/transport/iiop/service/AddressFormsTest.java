package dev.assent.transport.iiop.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.core.fixture.resource.AdjustableClock;
import dev.assent.core.fixture.resource.EventList;
import dev.assent.core.fixture.resource.RecordingResource;
import dev.assent.harness.Fast;
import dev.assent.remote.CallTransaction;
import dev.assent.remote.ServiceRefusedException;
import dev.assent.remote.fixture.ServiceNode;
import dev.assent.remote.fixture.TransportFixture;
import dev.assent.transport.iiop.IiopTransport;
import dev.assent.transport.iiop.IiopWires;
import dev.assent.transport.iiop.reference.Ior;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.omg.CORBA.ORB;

/** An exported object is called, and takes part, by every form of address that CORBA has. */
@Fast
class AddressFormsTest {
    @TempDir
    private Path folder;

    private final AdjustableClock clock = new AdjustableClock();
    private final TransportFixture wire = IiopWires.open(clock, new TransportFixture.Limits(10_000, 0));
    private final ServiceNode bank = new ServiceNode("bank", wire, new EventList(), clock);
    private final ServiceNode shop = new ServiceNode("shop", wire, new EventList(), clock);
    private final RecordingResource resource = bank.node().resource("r");

    /** The exported interface. */
    public interface Account {
        /** Works, and returns one more. */
        int work(int number);
    }

    @BeforeEach
    void export() {
        bank.services()
                .export(
                        "account",
                        Account.class,
                        number -> {
                            bank.work(resource);
                            return number + 1;
                        },
                        CallTransaction.MANDATORY);
    }

    @AfterEach
    void close() {
        shop.close();
        bank.close();
        wire.close();
    }

    private String place() {
        return wire.address("bank").substring("iiop://".length());
    }

    /** As the ORB of the other process has it. */
    private String reference() {
        ORB orb = ((IiopTransport) shop.transport()).orb();
        return orb.object_to_string(orb.string_to_object("corbaname::" + place() + "#account"));
    }

    private void assertTakesPart(String address) throws Exception {
        Account account = shop.services().connect(address, Account.class);
        shop.manager().begin();
        assertThat(account.work(41)).isEqualTo(42);
        shop.manager().commit();
        assertThat(resource.committed()).isOne();
    }

    @Test
    void byItsName() throws Exception {
        assertTakesPart("corbaname::" + place() + "#account");
    }

    @Test
    void byItsNameInTheNameServiceOfAVersion() throws Exception {
        assertTakesPart("corbaname:iiop:1.2@" + place() + "/NameService#account");
    }

    @Test
    void byItsReference() throws Exception {
        assertTakesPart(reference());
    }

    @Test
    void byAFileWithItsReference() throws Exception {
        assertTakesPart(Files.writeString(folder.resolve("account.ior"), reference() + "\n")
                .toUri()
                .toString());
    }

    /** Its key is its name; a reference made of that says nothing of transactions, and the object was called without. */
    @Test
    void byACorbalocWithItsName() throws Exception {
        assertTakesPart("corbaloc::" + place() + "/account");
    }

    @Test
    void byItsKey() throws Exception {
        StringBuilder url = new StringBuilder("corbaloc:iiop:1.2@" + place() + "/");
        for (byte each : Ior.parse(reference()).objectKey()) {
            url.append('%').append(String.format("%02x", each));
        }
        assertTakesPart(url.toString());
    }

    @Test
    void aNameThatIsNoneIsNotCalled() {
        Account account = shop.services().connect("corbaname::" + place() + "#nobody", Account.class);
        assertThatThrownBy(() -> account.work(1))
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContainingAll("ASSENT-8215", "'nobody'", "exported objects: account")
                .hasMessageNotContaining(place());
    }

    // ---- what is shown of it (law 22)

    private void assertShowsNoKey(String address, String key) {
        Account account = shop.services().connect(address, Account.class);
        assertThat(account.toString()).contains(place()).doesNotContain(key);
        assertThatThrownBy(() -> account.work(1)) // it is mandatory to have a transaction
                .isInstanceOf(ServiceRefusedException.class)
                .hasMessageContaining("account.work")
                .hasMessageNotContaining(key);
    }

    @Test
    void aCallThatIsRefusedShowsNoReference() {
        assertShowsNoKey(reference(), "IOR:");
    }

    @Test
    void aCallThatIsRefusedShowsNoUrl() {
        assertShowsNoKey("corbaname::" + place() + "/NameService#account", "NameService");
    }

    @Test
    void anAddressThatIsRefusedShowsNoReference() {
        String address = wire.address("bank") + "/" + reference();
        assertThatThrownBy(() -> shop.services().connect(address + "/", Account.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(place())
                .hasMessageNotContaining("IOR:0");
        assertThatThrownBy(() -> shop.services().connect(address, String.class))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(place())
                .hasMessageNotContaining("IOR:");
    }
}
