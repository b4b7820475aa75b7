package dev.assent.transport.nativewire.wire;

import dev.assent.NodeEpoch;
import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.identity.ForeignTransactionId;
import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.participant.Answer;
import dev.assent.core.transaction.Outcome;
import dev.assent.remote.message.BranchRef;
import dev.assent.remote.message.Context;
import dev.assent.remote.message.Registration;
import dev.assent.remote.message.Registration.Interest;
import dev.assent.remote.message.RemoteVerb;
import dev.assent.remote.message.Request;
import dev.assent.remote.message.Response;
import dev.assent.remote.message.SuperiorRef;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Every message there is, with every kind of name, address and identity in it. */
public final class Samples {
    /** Both sides are nodes. */
    public static final Party A = new Party(life(0x0101_0101_0101_0101L, -1), "native://127.0.0.1:7401");

    static final Party B = new Party(life(0x0202_0202_0202_0202L, 2), "native://127.0.0.1:7402");
    static final Party CLIENT = new Party(null, "native:");
    static final NodeEpoch THIRD = life(3, 3);

    /** One of A before. */
    static final NodeEpoch EARLIER = new NodeEpoch(life(A).node(), 1, 0);

    static final String ELSEWHERE = "native://coordinator.bank.example:7400";

    private static final TransactionId FOREIGN = new ForeignTransactionId(-7, new byte[] {1, 0, -1});

    private Samples() {}

    private static NodeEpoch life(long high, long low) {
        return new NodeEpoch(new NodeId(high, low), Integer.MAX_VALUE, Integer.MIN_VALUE);
    }

    static LocalTransactionId name(NodeEpoch life) {
        return new LocalTransactionId(life, Long.MIN_VALUE);
    }

    static NodeEpoch life(Party party) {
        NodeEpoch life = party.life();
        if (life == null) {
            throw new IllegalArgumentException(party + " is no node");
        }
        return life;
    }

    /** As a node's connection to another one has it. */
    public static Shorthand betweenNodes() {
        return new Shorthand(A, B, new Aliases());
    }

    static List<TransactionId> ids() {
        return List.of(name(life(A)), name(life(B)), name(THIRD), FOREIGN, new ForeignTransactionId(0, new byte[4096]));
    }

    static List<BranchRef> branches() {
        List<BranchRef> all = new ArrayList<>();
        for (TransactionId id : ids()) {
            all.add(new BranchRef(id, name(life(A))));
            all.add(new BranchRef(id, name(life(B))));
            all.add(new BranchRef(id, name(THIRD)));
            all.add(BranchRef.ofStranger(id, "http://stranger.example/é?branch=1"));
            all.add(BranchRef.ofStranger(id, A.address()));
        }
        return all;
    }

    static List<Registration> registrations() {
        List<Registration> all = new ArrayList<>();
        for (BranchRef each : branches()) {
            String address = each.address() == null ? B.address() : each.address();
            all.add(new Registration(each, address, EnumSet.of(Interest.COMPLETION)));
            all.add(new Registration(each, address, EnumSet.allOf(Interest.class)));
            all.add(new Registration(each, address, EnumSet.of(Interest.AFTER_COMPLETION)));
        }
        return all;
    }

    static List<@Nullable LocalTransactionId> names() {
        List<@Nullable LocalTransactionId> all = new ArrayList<>();
        all.add(null);
        all.add(name(life(A)));
        all.add(name(life(B)));
        all.add(name(THIRD));
        all.add(name(EARLIER));
        return all;
    }

    static List<Context> contexts() {
        List<Context> all = new ArrayList<>();
        for (TransactionId id : ids()) {
            for (LocalTransactionId superior : names()) {
                for (LocalTransactionId known : names()) {
                    all.add(new Context(id, new SuperiorRef(superior, A.address()), Context.UNLIMITED, known));
                    all.add(new Context(id, new SuperiorRef(superior, B.address()), 0, known));
                    all.add(new Context(id, new SuperiorRef(superior, ELSEWHERE), Long.MAX_VALUE - 1, known));
                }
            }
        }
        return all;
    }

    /** All requests. */
    public static List<Request> requests() {
        List<Request> all = new ArrayList<>();
        for (BranchRef branch : branches()) {
            for (RemoteVerb verb : RemoteVerb.values()) {
                all.add(new Request.Ask(verb, branch));
            }
            for (Outcome outcome : EnumSet.complementOf(EnumSet.of(Outcome.PENDING, Outcome.PREPARED))) {
                all.add(new Request.Completed(branch, outcome));
            }
            for (LocalTransactionId superior : names()) {
                all.add(new Request.Vote(superior, branch, Answer.READ_ONLY));
                all.add(new Request.Vote(superior, branch, Answer.ROLLED_BACK));
                all.add(new Request.Inquire(superior, branch));
            }
        }
        for (Registration registration : registrations()) {
            all.add(new Request.Register(name(life(B)), registration, 0));
            all.add(new Request.Register(name(life(B)), registration, 12));
        }
        for (TransactionId id : ids()) {
            all.add(new Request.End(id, true, List.of()));
            all.add(new Request.End(id, false, registrations().subList(0, 3)));
        }
        all.add(new Request.Begin(0));
        all.add(new Request.Begin(Long.MAX_VALUE));
        all.add(new Request.Restarted(EARLIER));
        all.add(new Request.Restarted(THIRD));
        return all;
    }

    /** All responses that are answers. */
    public static List<Response> responses() {
        List<Response> all = new ArrayList<>();
        for (Answer answer : EnumSet.complementOf(EnumSet.of(Answer.PENDING))) {
            all.add(new Response.Answered(answer));
        }
        all.add(new Response.Registered(null));
        all.add(new Response.Registered("http://stranger.example/recovery"));
        for (Response.Decision decision : Response.Decision.values()) {
            all.add(new Response.Decided(decision));
        }
        for (Context context : contexts()) {
            all.add(new Response.Begun(context));
        }
        for (Outcome outcome : EnumSet.complementOf(EnumSet.of(Outcome.PENDING))) {
            all.add(new Response.Ended(outcome, "because of 漢字"));
        }
        for (Response.Why why : Response.Why.values()) {
            all.add(new Response.Refused(why, ""));
        }
        return all;
    }
}
