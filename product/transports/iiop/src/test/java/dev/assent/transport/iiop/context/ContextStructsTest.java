package dev.assent.transport.iiop.context;

import static org.assertj.core.api.Assertions.assertThat;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.harness.Fast;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.SuperiorRef;
import dev.assent.transport.iiop.WrittenIor;
import dev.assent.transport.iiop.reference.IiopAddress;
import dev.assent.transport.iiop.reference.Ior;
import java.util.Properties;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.omg.CORBA.ORB;
import org.omg.CORBA.OctetSeqHelper;
import org.omg.CosTransactions.PropagationContext;

/** The ORB reads what is written here by hand, and here is read what the ORB writes. */
@Fast
class ContextStructsTest {
    private ORB orb;

    @BeforeEach
    void open() {
        Properties properties = new Properties();
        properties.setProperty("org.omg.CORBA.ORBClass", "com.sun.corba.se.impl.orb.ORBImpl");
        orb = ORB.init(new String[0], properties);
    }

    @AfterEach
    void close() {
        orb.destroy();
    }

    private static LocalTransactionId name(SplittableRandom random) {
        return new LocalTransactionId(new NodeEpoch(new NodeId(random.nextLong(), 9), 3, 0), random.nextLong());
    }

    @Test
    void aContextGoesThroughTheOrbAndComesBackAsItWas() throws Exception {
        SplittableRandom random = new SplittableRandom(11);
        ContextStructs structs = new ContextStructs(orb);
        for (int i = 0; i < 200; i++) {
            byte[] global = new byte[random.nextInt(64)];
            random.nextBytes(global);
            byte[] key = new byte[random.nextInt(40, 90)];
            random.nextBytes(key);
            TransactionId id = random.nextBoolean() ? name(random) : new ForeignTransactionId(i, global);
            Ior coordinator = Ior.parse(
                    new WrittenIor("IDL:x:1.0").at("127.0.0.1", 1 + i, key).toString());
            SuperiorRef superior =
                    new SuperiorRef(name(random), IiopAddress.of(coordinator).toString());
            LocalTransactionId known = random.nextBoolean() ? null : name(random);
            Context context = new Context(id, superior, random.nextLong(1L << 40), known);
            PropagationContext struct = structs.struct(context, coordinator);
            assertThat(struct.current.otid.tid).startsWith(id.global());
            assertThat(struct.current.term).isNull();
            assertThat(structs.context(struct)).isEqualTo(context);
        }
    }

    /** The ORB names the type of the octets CORBA::OctetSeq; what is written by hand has no name. */
    @Test
    void whatOursSayIsReadByWhateverNameItsTypeHas() throws Exception {
        SplittableRandom random = new SplittableRandom(12);
        ContextStructs structs = new ContextStructs(orb);
        Ior coordinator =
                Ior.parse(new WrittenIor("").at("127.0.0.1", 1, new byte[40]).toString());
        SuperiorRef superior =
                new SuperiorRef(name(random), IiopAddress.of(coordinator).toString());
        Context context = new Context(name(random), superior, 5, null);
        PropagationContext struct = structs.struct(context, coordinator);
        byte[] own = OctetSeqHelper.extract(struct.implementation_specific_data);
        OctetSeqHelper.insert(struct.implementation_specific_data, own);
        assertThat(structs.context(struct)).isEqualTo(context);
    }
}
