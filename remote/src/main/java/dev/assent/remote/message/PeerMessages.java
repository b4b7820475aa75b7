package dev.assent.remote.message;

import dev.assent.core.identity.NodeId;
import dev.assent.core.identity.TransactionId;
import dev.assent.core.message.Says;
import dev.assent.core.participant.Answer;
import dev.assent.core.participant.Participant;
import java.util.Set;

/** Messages of transports, peers, and transactions that several processes share, in the order of their numbers; see {@link RemoteMessages}. */
public interface PeerMessages {
    /** A message for a process that only calls others. */
    @Says(id = 5192, value = "%s of %s is refused: this process only calls others, nothing was done")
    String clientTakesNothing(Object message, String sender);

    /** Two transports for one scheme. */
    @Says(
            id = 8001,
            value = "cannot add a second transport for scheme '%s'; remove the first, or give one another scheme")
    String transportTwice(String scheme);

    /** No transport for an address. */
    @Says(
            id = 8002,
            value = "cannot use '%s': there is no transport for scheme '%s' (there are: %s); add the artifact"
                    + " dev.assent:assent-transport-%s to the class path, and the transport to the node")
    String transportMissing(String address, String scheme, Set<String> schemes, String artifact);

    /** An address without a scheme. */
    @Says(
            id = 8003,
            value = "cannot use '%s': it names no transport; an address is SCHEME:..., with a scheme of these: %s")
    String addressWithoutScheme(String address, Set<String> schemes);

    /** A key that no setting of a transport has. */
    @Says(id = 8004, value = "unknown key '%s'; allowed of this transport, each behind '%s': %s")
    String transportKeyUnknown(String key, String prefix, String allowed);

    /** Two wires of one scheme. */
    @Says(
            id = 8005,
            value = "cannot use the transports of the class path: scheme '%s' is of %s and of %s; leave one of them"
                    + " out of the class path")
    String transportProvidedTwice(String scheme, String firstClass, String secondClass);

    /** A subordinate that lost half of its work. */
    @Says(
            id = 8012,
            value = "transaction %s can only roll back: %s has restarted, or rolled its part back, in the middle of"
                    + " it, and lost the work that it did before")
    String secondIncarnation(TransactionId transaction, Object process);

    /** The work of a call has marked its transaction. */
    @Says(id = 8013, value = "transaction %s can only roll back: %s has marked it")
    String markedElsewhere(TransactionId transaction, String process);

    /** A call with a context of a transaction of this node that is over, or that an earlier life has lost. */
    @Says(
            id = 8014,
            value = "transaction %s came from this node and is not under way here any more; the call is refused")
    String homeGone(TransactionId transaction);

    /** A context whose time is over. */
    @Says(id = 8015, value = "the time of transaction %s is over; the call is refused")
    String contextExpired(TransactionId transaction);

    /** A context whose superior may not be called. */
    @Says(
            id = 8016,
            value = "'%s' may not be called: the list of allowed addresses lacks it; the message of %s that has it is"
                    + " refused; add it when it is one of yours")
    String addressNotAllowed(String address, Object transaction);

    /** A message of somebody who has no right to it. */
    @Says(
            id = 8017,
            value = "%s asks for %s of transaction %s; that is for %s alone, so it is refused, nothing was done (law"
                    + " 22)")
    String controlForbidden(String sender, Object what, TransactionId transaction, String owner);

    /** A message for another node, or another life of this one. */
    @Says(id = 8018, value = "this is node %s, in epoch %d; a message for node %s, epoch %d, is refused")
    String notMine(NodeId self, int epoch, NodeId asked, int askedEpoch);

    /** A message before the log is read. */
    @Says(id = 8019, value = "node %s has not read its log yet, or is being closed; ask again later")
    String notReady(NodeId self);

    /** A peer that holds up transactions. */
    @Says(
            id = 8020,
            value = "%s is not reached, or not ready: %s; transactions that wait for it are tried again with pauses of"
                    + " up to %d s; when it is gone for good, see to its part there or where it was adopted, then"
                    + " give it up here: 'forget TRANSACTION --lost NAME', with the name that 'show' tells")
    String peerUnreachable(String peer, String cause, long pauseSecondsMax);

    /** A peer answers again. */
    @Says(id = 8021, value = "%s is reached again after %d ms; recovery goes on")
    String peerBack(String peer, long millis);

    /** A superior that does not know of synchronizations. */
    @Says(
            id = 8022,
            value = "transaction %s can only roll back: %s, which decides it, has not taken this node's part in it: %s")
    String superiorNotTold(TransactionId transaction, String superior, Response response);

    /** A reply that names a subordinate of another transaction. */
    @Says(
            id = 8023,
            value = "transaction %s can only roll back: a process that it has called registers a subordinate of"
                    + " another transaction, %s (law 22)")
    String registrationOfAnother(TransactionId transaction, Registration registration);

    /** A transport for a node that is closed. */
    @Says(id = 8025, value = "cannot add the transport for scheme '%s': the node, or the client, is closed")
    String transportTooLate(String scheme);

    /** A transport that can't be closed. */
    @Says(
            id = 8026,
            value = "closing the transport for scheme '%s' failed with %s; the node goes on to close, no action needed")
    String transportNotClosed(String scheme, Throwable failure);

    /** A node with a name that another has. */
    @Says(id = 8060, value = "cannot join the in-process network as '%s': another node has this name")
    String inProcessNameTaken(String name);

    /** An address or name that is none of the in-process transport's. */
    @Says(
            id = 8061,
            value = "'%s' is no address of the in-process transport: in-process://NAME, of letters, digits, '.', '_',"
                    + " '-'")
    String inProcessAddressRefused(String address);

    /** Nobody is at an address. */
    @Says(id = 8062, value = "nobody has joined the in-process network as '%s', or it has left")
    String inProcessNobody(String name);

    /** A message without an answer. */
    @Says(id = 8063, value = "no answer has come in %d ms")
    String inProcessNoAnswer(long millis);

    /** A message of one that has left. */
    @Says(id = 8064, value = "'%s' has left the in-process network")
    String inProcessClosed(String name);

    /** A subordinate that does not do what is decided. */
    @Says(
            id = 8070,
            value = "%s refuses to %s transaction %s: %s; this and whatever else is refused there is asked again with"
                    + " pauses of up to %d s; when one of the two nodes was adopted, or is not there any more,"
                    + " resolve the transaction at the subordinate as it is decided here, then give it up here:"
                    + " 'forget TRANSACTION --lost %s'")
    String participantRefuses(
            Participant participant,
            RemoteVerb verb,
            TransactionId transaction,
            String why,
            long pauseSecondsMax,
            String name);

    /** A subordinate that has long forgotten what it may have been told to commit. */
    @Says(
            id = 8071,
            value = "%s was told to commit transaction %s, or may have been, and has said for ten minutes that it has"
                    + " nothing of it; it is taken to have committed and forgotten it, as one may; if it is prepared"
                    + " there all the same, commit it there")
    String participantGone(Participant participant, TransactionId transaction);

    /** A message that says by no name for whom it is. */
    @Says(id = 8080, value = "node %s refuses %s: it does not name who is meant, as every message for a node does")
    String messageUnnamed(NodeId self, Object request);

    /** A context that a node passes on which did not make it. */
    @Says(
            id = 8081,
            value = "%s sends a call of transaction %s, which %s decides: a node that calls names itself; the call is"
                    + " refused (law 22)")
    String contextOfAnother(String sender, TransactionId transaction, SuperiorRef superior);

    /** A message that has more than its wire can carry. */
    @Says(id = 8082, value = "the in-process network was made without %s, so that it does not carry %s")
    String inProcessLacks(Object feature, Object message);

    /** A client that begins and does not end. */
    @Says(
            id = 8084,
            value = "%s begins no more transactions: it has %d that it has not ended, and no more are allowed; end"
                    + " one, or wait until their time is over")
    String clientLimit(String client, int transactionsMax);

    /** A client that asks too late what became of its transaction. */
    @Says(
            id = 8085,
            value = "what became of transaction %s is not known to its coordinator any more: that has been restarted,"
                    + " or many others have ended since; look for its work in the databases")
    String clientOutcomeUnknown(TransactionId transaction);

    /** A coordinator that begins no transaction. */
    @Says(id = 8086, value = "no transaction is begun at the coordinator at %s: %s; nothing was done")
    String clientNotBegun(String coordinator, Response response);

    /** A coordinator that does not say what became of a transaction. */
    @Says(
            id = 8087,
            value = "it is not known here what became of transaction %s: the coordinator at %s was asked to commit it,"
                    + " and has not said whether it did; %s; look for its work in the databases before you do it"
                    + " again; './assent log show' at the coordinator tells of it only as long as it is not over")
    String clientUnanswered(TransactionId transaction, String coordinator, Response response);

    /** A rollback that the coordinator has not heard of. */
    @Says(
            id = 8088,
            value = "transaction %s is rolled back when its time is over: the coordinator at %s was not told: %s; no"
                    + " action needed")
    String clientRollsBackLater(TransactionId transaction, String coordinator, Object why);

    /** What a subordinate says that it could not do. */
    @Says(id = 8089, value = "%s answers %s with %s; its own node knows why")
    String participantAnswers(Participant participant, RemoteVerb verb, Answer answer);

    /** News of a restart that another node sends. */
    @Says(
            id = 8090,
            value = "%s announced a restart of node %s, and has not shown that it is that node; the message was"
                    + " refused; no action needed")
    String restartOfAnother(String sender, NodeId node);

    /** A client that has reached its limit, for operators. */
    @Says(
            id = 8091,
            value = "%s has %d transactions here that it has not ended, as many as '%s' allows, and begins no more"
                    + " until some of them are over; when it is stuck, './assent log end --of NAME' rolls back what"
                    + " it has begun, where NAME is '%s'")
    String clientAtLimit(String client, int transactionsMax, String key, String name);

    /** A vote that nobody waits for. */
    @Says(
            id = 8092,
            value = "the vote on transaction %s is not taken: it is over at this node, or has no such participant; who"
                    + " has voted asks what is decided")
    String voteTooLate(TransactionId transaction);

    /** A reference to a transaction that is over. */
    @Says(id = 8093, value = "transaction %s is over at this node, and can't be looked at or marked any more")
    String transactionOver(TransactionId transaction);

    /** A registration that comes too late. */
    @Says(
            id = 8094,
            value = "transaction %s takes no more participants at this node: its end has begun, or it is over; the"
                    + " registration is refused, and the work that it is for rolls back")
    String registrationTooLate(TransactionId transaction);
}
