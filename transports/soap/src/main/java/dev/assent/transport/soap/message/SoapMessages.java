package dev.assent.transport.soap.message;

import dev.assent.core.identity.LocalTransactionId;
import dev.assent.core.message.Catalogue;
import dev.assent.core.message.Says;
import dev.assent.remote.message.Request;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/** Messages of the SOAP transport, in the order of their numbers; see {@link Catalogue}. */
public interface SoapMessages {
    /** Their one instance. */
    SoapMessages MESSAGES = Catalogue.of(SoapMessages.class);

    /** XML that is none, or too much. */
    @Says(
            id = 8601,
            value = "the message is refused: %s; allowed is XML 1.0 within the limits, without a document type")
    String xmlRefused(@Nullable String why);

    /** XML that is no envelope. */
    @Says(
            id = 8602,
            value = "the message is refused, since it is no SOAP message: %s; allowed is an Envelope of SOAP 1.1 or"
                    + " 1.2 with a Body of one element at most")
    String envelopeRefused(@Nullable String why);

    /** A header that must be understood. */
    @Says(
            id = 8603,
            value = "the message is refused: its headers %s must be understood, and are not; understood are those of"
                    + " WS-Addressing 1.0 and reference parameters")
    String notUnderstood(String headers);

    /** A header that is wrong. */
    @Says(id = 8604, value = "the message is refused, since a header of WS-Addressing is wrong: %s")
    String headerRefused(@Nullable String why);

    /** A header that is missing. */
    @Says(id = 8605, value = "the message is refused: it has no header '%s', which is needed")
    String headerRequired(QName header);

    /** An action that is not known. */
    @Says(
            id = 8606,
            value = "the message is refused: '%s' is no action of WS-Coordination or WS-AtomicTransaction that is"
                    + " taken here; look at the address it was sent to")
    String actionUnknown(String action);

    /** Two actions. */
    @Says(
            id = 8607,
            value = "the message is refused: HTTP says that its action is '%s', and it says itself that it is '%s'")
    String actionDiffers(String actionOfHttp, String action);

    /** A body that is wrong. */
    @Says(id = 8608, value = "the message is refused, since its content is wrong: %s")
    String contentRefused(@Nullable String why);

    /** A URL that nothing can be posted to. */
    @Says(
            id = 8609,
            value = "'%s' is no address that can be called; allowed is http://HOST[:PORT][/PATH] or"
                    + " https://HOST[:PORT][/PATH], without a user and a #")
    String urlRefused(String address);

    /** An address that the list does not have. */
    @Says(
            id = 8610,
            value = "'%s' is not called, since the list of allowed addresses does not have it (law 22); nothing was"
                    + " sent. If it may be called, add it to 'allowed-addresses'")
    String addressNotAllowed(String address);

    /** A place that can't be listened at. */
    @Says(id = 8611, value = "cannot listen at '%s': %s; choose a free port of an address of this machine")
    String notListening(String place, Throwable cause);

    /** An address that is none of an endpoint. */
    @Says(
            id = 8612,
            value = "'%s' is no address of an endpoint, as this transport writes them: soap://HOST:PORT/PATH#ROLE, and"
                    + " behind a point the reference parameters")
    String participantRefused(String address);

    /** A reference with too much in it. */
    @Says(
            id = 8613,
            value = "the reference to '%s' takes %d characters in a log record, and %d are allowed; nothing was"
                    + " registered")
    String referenceTooLong(Object reference, int length, int lengthMax);

    /** No answer to a notification. */
    @Says(id = 8614, value = "the participant was sent %s, more than once, and has not answered in %d ms")
    String noAnswer(Object message, long millis);

    /** A verb that a participant's state has not. */
    @Says(id = 8615, value = "%s is not asked of a participant over WS-AtomicTransaction in state %s")
    String verbRefused(Object verb, Object state);

    /** A message that does not fit. */
    @Says(
            id = 8616,
            value = "%s does not fit what was said before; it is ignored, and the transaction goes on as it would")
    String stateRefused(Object message);

    /** Another type of coordination. */
    @Says(
            id = 8617,
            value = "no context of type '%s' is made here; allowed is http://docs.oasis-open.org/ws-tx/wsat/2006/06,"
                    + " that of WS-AtomicTransaction")
    String typeRefused(String type);

    /** A registration that is refused. */
    @Says(
            id = 8618,
            value = "the Registration service at '%s' has not registered the subordinate: %s; its transaction rolls"
                    + " back")
    String notRegistered(Object service, Object heard);

    /** Another protocol. */
    @Says(
            id = 8619,
            value = "'%s' is no protocol of WS-AtomicTransaction; allowed are Completion, Volatile2PC and Durable2PC,"
                    + " behind http://docs.oasis-open.org/ws-tx/wsat/2006/06/")
    String protocolRefused(String protocol);

    /** A transaction that nobody knows. */
    @Says(
            id = 8620,
            value = "the transaction is not known here: the message has no reference parameter that was made by this"
                    + " process, or the transaction is over; use the references as they were given")
    String transactionUnknown();

    /** A second initiator. */
    @Says(
            id = 8621,
            value = "transaction %s has an initiator, who alone ends it (law 22), or was not begun here by one")
    String initiatorRefused(LocalTransactionId transaction);

    /** Rollback after Commit. */
    @Says(id = 8622, value = "the end of transaction %s was asked for before, and is under way")
    String endingAlready(Object transaction);

    /** What no message of the protocols says. */
    @Says(id = 8623, value = "%s is not sent: WS-AtomicTransaction has no such message for a participant")
    String requestRefused(Request request);

    /** A value that is not carried. */
    @Says(id = 8624, value = "call %s can't be carried: %s; nothing was done")
    String valueRefused(String call, String why);

    /** A place beyond this machine. */
    @Says(
            id = 8625,
            value = "'%s' is beyond this machine, and the transport has no certificate: set '%s', or set '%s' to"
                    + " 'true', by which everybody on the way may read, change and forge calls and decisions")
    String plainRefused(String address, String keyStoreKey, String plainKey);

    /** The transport is closed. */
    @Says(id = 8626, value = "the transport is closed, or about to be")
    String closed();

    /** No answer on a connection. */
    @Says(id = 8627, value = "no answer has come in %d ms")
    String noReply(long millis);

    /** A process is to be asked something, and there is no reference for it. */
    @Says(
            id = 8628,
            value = "%s is nothing that %s can be asked for: this process was given no reference for it (law 22)")
    String noReference(Object what, Object process);

    /** A secret that can't be read. */
    @Says(id = 8629, value = "cannot read or make '%s' (setting '%s'): %s")
    String keyUnread(String file, String key, Throwable cause);

    /** An address is needed where there is none. */
    @Says(id = 8630, value = "there is no reference to this process: it listens nowhere over soap; set '%s'")
    String notListeningFor(String listenKey);

    /** An answer that says something else. */
    @Says(id = 8631, value = "the other side does not do what it was asked to: %s")
    String notHeard(Object heard);

    /** The end of a transaction. */
    @Says(id = 8632, value = "the coordinator has rolled it back; ask its operator why")
    String endedByAborted();

    /** A message that is too large. */
    @Says(id = 8633, value = "a message of %d bytes is not allowed; %d at most are, setting '%s'")
    String tooLarge(int bytes, int bytesMax, String key);

    /** Nobody is there. */
    @Says(id = 8634, value = "no object is exported as '%s'; look at the address")
    String serviceUnknown(String object);

    /** No such method. */
    @Says(id = 8635, value = "'%s' is no operation of '%s'; its WSDL, behind ?wsdl, has them all")
    String operationUnknown(String operation, String object);

    /** An answer somewhere else. */
    @Says(
            id = 8636,
            value = "the answer to a call goes on its connection, and not to '%s'; leave out ReplyTo, or make it"
                    + " anonymous")
    String answerElsewhere(Object replyTo);

    /** A reply that says nothing. */
    @Says(id = 8637, value = "the call may have been done, and its answer, HTTP %d, can't be read: %s")
    String replyUnread(int status, @Nullable String why);

    /** A transaction that can only roll back. */
    @Says(id = 8638, value = "the call was done, and its transaction can only roll back now")
    String rollbackOnly();

    /** A file that can't be used. */
    @Says(id = 8639, value = "cannot read '%s' (setting '%s'): %s")
    String keysUnread(String file, String key, Throwable cause);

    /** A place of the other kind. */
    @Says(id = 8640, value = "'%s' is not called: this transport calls places by %s alone, as '%s' says")
    String plainOrSecure(String address, String protocol, String keyStoreKey);

    /** An answer that is too large. */
    @Says(id = 8641, value = "the answer is larger than %d bytes when it is not compressed any more")
    String unpackedTooLarge(int bytesMax);

    /** A call of another stack that was not answered. */
    @Says(id = 8642, value = "the call of '%s' has no answer, and may have been done")
    String stubUnanswered(String address);

    /** A context that a program can't be part of. */
    @Says(
            id = 8643,
            value = "the request is refused: its context is of '%s', or this process has no transaction manager; only"
                    + " those of WS-AtomicTransaction are taken")
    String contextNotTaken(String coordination);

    /** An outcome that was not told. */
    @Says(id = 8644, value = "the coordinator has taken the message, and has not told the outcome in %d ms")
    String outcomeUntold(long millis);

    /** A policy that the caller does not meet. */
    @Says(
            id = 8645,
            value = "call '%s' of '%s' is not sent, and nothing was done: its policy (ATAssertion) requires a"
                    + " transaction, and the caller has none; begin one around the call")
    String transactionRequired(String operation, String address);

    /** A policy that the caller does not meet. */
    @Says(
            id = 8646,
            value = "call '%s' of '%s' is not sent, and nothing was done: the caller has a transaction, and by the"
                    + " policy of the service (ATAssertion) this call can't be part of one; suspend it around the call")
    String transactionNotTaken(String operation, String address);

    /** Too much is under way. */
    @Says(
            id = 8647,
            value = "one more %s is not taken: %d are under way, and no more are kept in mind; try again when some are"
                    + " over")
    String noRoom(String kind, int underWayMax);

    /** A registration for somebody else. */
    @Says(
            id = 8649,
            value = "a registration at %s is not taken: the node that it names has registered from another place (law"
                    + " 22); nothing else was done, no action needed")
    String placeRefused(Object place);

    /** A reference with too much in it. */
    @Says(
            id = 8650,
            value = "the reference parameters for '%s' have more than %d elements, attributes and namespaces together;"
                    + " nothing was registered")
    String referenceTooLarge(String address, int sizeMax);

    /** A message whose answer, or fault, is to go where nobody is called. */
    @Says(
            id = 8651,
            value = "the message is refused and nothing was done: its answer, or a fault, is to go to '%s', which the"
                    + " list of allowed addresses lacks (law 22). Ask for the answer on the connection, or have that"
                    + " address added to 'allowed-addresses' here")
    String answerNotAllowed(String address);

    /** A message that is not sent. */
    @Says(
            id = 8652,
            value = "a message to '%s' is not sent: a message that came has named this address, and the list of"
                    + " allowed addresses lacks it (law 22). The node goes on as if the message were lost. If the"
                    + " address is one of yours, add it to 'allowed-addresses'")
    String notTold(String address);

    /** There are more than are told. */
    @Says(
            id = 8653,
            value = "messages to more addresses than %d are not sent, since the list of allowed addresses lacks them"
                    + " (law 22). The others are not logged for a minute. Somebody may be guessing at addresses: look"
                    + " who can reach 'transport.NAME.listen'")
    String notToldMore(int addressesMax);
}
