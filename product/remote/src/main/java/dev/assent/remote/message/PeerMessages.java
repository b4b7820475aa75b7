package dev.assent.remote.message;

import dev.assent.NodeId;
import dev.assent.TransactionId;
import dev.assent.core.message.Says;
import dev.assent.core.participant.Participant;
import org.jspecify.annotations.Nullable;

/**
 * Messages of transports, peers, and transactions that several processes share, in the order of their numbers; see
 * {@link RemoteMessages}.
 */
public interface PeerMessages {
    /** A message for a process that only calls others. */
    @Says(id = 5192, value = "%s of %s is refused: this process only calls others; nothing was done")
    String clientTakesNothing(Object message, String sender);

    /** Two transports for one scheme. */
    @Says(
            id = 8001,
            value = "cannot add a second transport for scheme '%s': a node has at most one for each scheme; remove one"
                    + " of them; two native transports are possible if one listens at native+http://HOST:PORT")
    String transportTwice(String scheme);

    /** No transport for an address. */
    @Says(
            id = 8002,
            value = "cannot use '%s': no transport has scheme '%s'; an address is SCHEME:..., and the schemes here are:"
                    + " %s; if the scheme is right, add the artifact dev.assent:assent-transport-%s to the class path,"
                    + " and the transport to the node")
    String transportMissing(String address, String scheme, String schemes, String artifact);

    /** An address without a scheme. */
    @Says(
            id = 8003,
            value = "cannot use '%s': it names no transport; an address is SCHEME:..., with a scheme of these: %s")
    String addressWithoutScheme(String address, String schemes);

    /** A key that is not a setting of the transport. */
    @Says(id = 8004, value = "unknown key '%s'; the keys of this transport, each with the prefix '%s', are: %s")
    String transportKeyUnknown(String key, String prefix, String allowed);

    /** Two transports of one scheme on the class path. */
    @Says(
            id = 8005,
            value = "cannot use the transports of the class path: scheme '%s' belongs to both %s and %s; take one of"
                    + " them off the class path")
    String transportProvidedTwice(String scheme, String firstClass, String secondClass);

    /** A subordinate that lost half of its work. */
    @Says(
            id = 8012,
            value = "transaction %s can only roll back: %s restarted during the transaction, or rolled"
                    + " its part back, so earlier work there is lost; roll back and do the work again")
    String secondIncarnation(TransactionId transaction, Object process);

    /** The work of a call has marked its transaction. */
    @Says(
            id = 8013,
            value = "transaction %s can only roll back: %s has marked it rollback-only; roll it back; the messages of"
                    + " that process say why")
    String markedElsewhere(TransactionId transaction, String process);

    /** A call with a context of a transaction of this node that is over, or that an earlier life has lost. */
    @Says(
            id = 8014,
            value = "transaction %s was begun on this node, but is not under way here any more; the call"
                    + " is refused, and the caller's transaction can only roll back")
    String homeGone(TransactionId transaction);

    /** A context whose timeout is over. */
    @Says(
            id = 8015,
            value =
                    "the timeout of transaction %s is over; the call is refused; roll back and do the work again, with a"
                            + " longer timeout if it needs one")
    String contextExpired(TransactionId transaction);

    /** A context whose superior may not be called. */
    @Says(
            id = 8016,
            value = "'%s' may not be called, since it is not on the list of allowed addresses; the"
                    + " message about %s that names this address is refused; if the address is one of"
                    + " yours, add it to 'allowed-addresses'")
    String addressNotAllowed(String address, Object transaction);

    /** A message of a sender that has no right to it. */
    @Says(
            id = 8017,
            value = "%s sent a request (%s, transaction %s) that only %s may send; the request is refused, nothing was"
                    + " done; if both are yours, compare their certificates and addresses")
    String controlForbidden(String sender, Object what, TransactionId transaction, String owner);

    /** A message for another node, or another life of this one. */
    @Says(
            id = 8018,
            value = "this is node %s, epoch %d; a message for node %s, epoch %d came here and is refused; if the nodes"
                    + " differ, the other node had this address: correct the addresses; if only the epochs differ, this"
                    + " node has restarted since then: no action needed, unless it has reported ASSENT-4007")
    String notMine(NodeId self, int epoch, NodeId asked, int askedEpoch);

    /** A message before the log is read. */
    @Says(id = 8019, value = "node %s has not read its log yet, or is closing; ask again later")
    String notReady(NodeId self);

    /** A peer that holds up transactions. */
    @Says(
            id = 8020,
            value = "%s can't be reached, or is not ready: %s. The transactions that wait for it stay as they are."
                    + " Assent tries again with pauses of up to %d s. If it is gone for good, first resolve its part"
                    + " of each transaction on the node that adopted it, if there is one. Then give that part up here:"
                    + " './assent log forget TRANSACTION --lost NAME', with the NAME that './assent log show' prints")
    String peerUnreachable(String peer, Object cause, long pauseSecondsMax);

    /** A peer answers again. */
    @Says(id = 8021, value = "%s is reached again after %d ms; recovery goes on")
    String peerBack(String peer, long millis);

    /** A superior that has not accepted a registration. */
    @Says(
            id = 8022,
            value = "transaction %s can only roll back: %s, which decides it, has not registered this node's part: %s;"
                    + " roll back, remove this cause, and do the work again")
    String superiorNotTold(TransactionId transaction, String superior, Response response);

    /** A reply that names a subordinate of another transaction. */
    @Says(
            id = 8023,
            value = "transaction %s can only roll back: a called process answered with a registration for"
                    + " another transaction, %s; report this to the maker of that process")
    String registrationOfAnother(TransactionId transaction, Registration registration);

    /** A transport for a node that is closed. */
    @Says(id = 8025, value = "cannot add the transport for scheme '%s': the node, or the client, is closed")
    String transportTooLate(String scheme);

    /** A transport that can't be closed. */
    @Says(
            id = 8026,
            value = "closing the transport for scheme '%s' failed with %s; the node goes on to close, no action needed")
    String transportNotClosed(String scheme, Throwable failure);

    /** A transport of a class that a user wrote. */
    @Says(
            id = 8027,
            value =
                    "cannot add %s: it is not a transport of Assent; make one by NativeTransport.of, SoapTransport.of or"
                            + " IiopTransport.of, or by the provider of another wire")
    String transportForeign(@Nullable Object transport);

    /** A node with a name that another has. */
    @Says(
            id = 8060,
            value = "cannot join the in-process network as '%s': another node has this name; choose another name, or"
                    + " close that node first")
    String inProcessNameTaken(String name);

    /** An address or name that the in-process transport can't use. */
    @Says(
            id = 8061,
            value = "'%s' is not an address of the in-process transport; write in-process://NAME, with letters, digits,"
                    + " '.', '_' and '-' in the name")
    String inProcessAddressRefused(String address);

    /** An address that no node has joined. */
    @Says(id = 8062, value = "no node has joined the in-process network as '%s', or it has left")
    String inProcessNobody(String name);

    /** A message without an answer. */
    @Says(id = 8063, value = "the other node did not answer within %d ms")
    String inProcessNoAnswer(long millis);

    /** A message of a node that has left. */
    @Says(id = 8064, value = "'%s' has left the in-process network")
    String inProcessClosed(String name);

    /** A subordinate that refuses the decision. */
    @Says(
            id = 8070,
            value = "%s refuses the request to %s (transaction %s): %s. Assent repeats requests that are refused there,"
                    + " with pauses of up to %d s. If one of the two nodes was adopted or no longer exists, first"
                    + " resolve the transaction at the subordinate as this node decided it. Then give that part up"
                    + " here: './assent log forget %3$s --lost %s'")
    String participantRefuses(
            Participant participant,
            String verb,
            TransactionId transaction,
            String why,
            long pauseSecondsMax,
            String name);

    /** A subordinate that may have heard the commit, and has denied the transaction for long. */
    @Says(
            id = 8071,
            value = "%s may have got the decision to commit transaction %s, and has answered for ten minutes that it"
                    + " does not know this transaction. A participant may forget a transaction after it has committed,"
                    + " so Assent takes this part as committed. If the transaction is still prepared there, commit it"
                    + " there")
    String participantGone(Participant participant, TransactionId transaction);

    /** A message that does not name its receiver. */
    @Says(
            id = 8080,
            value = "node %s refuses %s: the message does not name the node to which it is addressed; nothing was done;"
                    + " report this to the maker of the sender")
    String messageUnnamed(NodeId self, Object request);

    /** A context that a node passes on but did not make. */
    @Says(
            id = 8081,
            value = "the call of %s in transaction %s is refused: it names %s as the superior, and a node must name"
                    + " itself; nothing was done; if both are yours, compare their addresses and certificates")
    String contextOfAnother(String sender, TransactionId transaction, SuperiorRef superior);

    /** A message that the in-process wire can't carry. */
    @Says(id = 8082, value = "the in-process network was made without %s, so it does not carry %s")
    String inProcessLacks(Object feature, Object message);

    /** A client that begins and does not end. */
    @Says(
            id = 8084,
            value = "%s can't begin another transaction: it has %d that it has not ended, as many as '%s' of the"
                    + " coordinator allows; end one, or wait for a timeout")
    String clientLimit(String client, int transactionsMax, String key);

    /** A client that asks too late for the outcome of its transaction. */
    @Says(
            id = 8085,
            value = "the coordinator no longer knows the outcome of transaction %s: the coordinator has"
                    + " restarted, or many other transactions have ended since; look in the databases for"
                    + " the work of this transaction before you repeat the work")
    String clientOutcomeUnknown(TransactionId transaction);

    /** A coordinator that begins no transaction. */
    @Says(
            id = 8086,
            value = "cannot begin a transaction at the coordinator at %s: %s; no work was done; if the coordinator"
                    + " began one, it rolls back when its timeout is over")
    String clientNotBegun(String coordinator, Response response);

    /** A coordinator that does not say whether it committed. */
    @Says(
            id = 8087,
            value = "the outcome of transaction %s is not known here: the coordinator at %s was asked to commit, but"
                    + " %s; look in the databases for the work of this transaction before you repeat the work;"
                    + " './assent log show' at the coordinator shows the transaction until it is over")
    String clientUnanswered(TransactionId transaction, String coordinator, Response response);

    /** A rollback that did not reach the coordinator. */
    @Says(
            id = 8088,
            value = "transaction %s rolls back, at the latest when its timeout is over: the coordinator at %s has not"
                    + " confirmed its end: %s; no action needed")
    String clientRollsBackLater(TransactionId transaction, String coordinator, Object why);

    /** An answer of a subordinate that is neither done nor a vote. */
    @Says(id = 8089, value = "%s answers the request to %s with %s; the messages of the node there say why")
    String participantAnswers(Participant participant, String verb, String answer);

    /** News of a restart that another node sends. */
    @Says(
            id = 8090,
            value = "%s announced a restart of node %s, but has not proved that it is that node; the message is"
                    + " refused; no action needed")
    String restartOfAnother(String sender, NodeId node);

    /** A client that has reached its limit, for operators. */
    @Says(
            id = 8091,
            value = "%s has %d transactions here that it has not ended, as many as '%s' allows, and can't begin another"
                    + " until some are over; if it hangs, './assent log end --of NAME' rolls back the transactions that"
                    + " it began, where NAME is '%s'")
    String clientAtLimit(String client, int transactionsMax, String key, String name);

    /** A vote that comes too late. */
    @Says(
            id = 8092,
            value = "the vote on transaction %s is refused: the transaction is over at this node, or has no such"
                    + " participant; the voter asks for the decision")
    String voteTooLate(TransactionId transaction);

    /** A reference to a transaction that is over. */
    @Says(
            id = 8093,
            value = "transaction %s is over at this node, so its status can't be read and it can't be marked"
                    + " rollback-only")
    String transactionOver(TransactionId transaction);

    /** A registration that comes too late. */
    @Says(
            id = 8094,
            value = "transaction %s takes no more participants at this node: it is ending, or it is over; the"
                    + " registration is refused, and the work that it is for rolls back")
    String registrationTooLate(TransactionId transaction);

    /** An order to end a transaction that another coordinator began. */
    @Says(
            id = 8095,
            value = "this coordinator did not begin transaction %s; nothing was done; ask the coordinator that began it"
                    + " to end it")
    String transactionNotBegunHere(TransactionId transaction);
}
