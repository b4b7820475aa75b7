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

    /** Not XML, or XML beyond the limits. */
    @Says(id = 8601, value = "the message is refused: %s; send XML 1.0 within the limits, without a document type")
    String xmlRefused(@Nullable String why);

    /** XML, but not a SOAP envelope. */
    @Says(
            id = 8602,
            value = "the message is refused, since it is not a SOAP message: %s; send an Envelope of SOAP 1.1 or 1.2"
                    + " whose Body has one element at most")
    String envelopeRefused(@Nullable String why);

    /** A header with mustUnderstand that this process does not understand. */
    @Says(
            id = 8603,
            value = "the message is refused, since its headers %s must be understood and are not; this process"
                    + " understands only those of WS-Addressing 1.0 and reference parameters")
    String notUnderstood(String headers);

    /** A wrong header. */
    @Says(
            id = 8604,
            value = "the message is refused, since a header of WS-Addressing is wrong: %s; check the"
                    + " process that sent it")
    String headerRefused(@Nullable String why);

    /** A missing header. */
    @Says(id = 8605, value = "the message is refused: it needs a header '%s' and has none")
    String headerRequired(QName header);

    /** An unknown action. */
    @Says(
            id = 8606,
            value = "the message is refused: this address does not accept the action '%s'; check the address and the"
                    + " action against WS-Coordination and WS-AtomicTransaction")
    String actionUnknown(String action);

    /** Two different actions. */
    @Says(
            id = 8607,
            value = "the message is refused: its action is '%s' in the HTTP header and '%s' in the message; send the"
                    + " same in both")
    String actionDiffers(String actionOfHttp, String action);

    /** A wrong body. */
    @Says(
            id = 8608,
            value = "the message is refused, since its content is wrong: %s; check the process that sent" + " it")
    String contentRefused(@Nullable String why);

    /** A URL to which nothing can be posted. */
    @Says(
            id = 8609,
            value = "'%s' is not an address that can be called; write http://HOST[:PORT][/PATH] or"
                    + " https://HOST[:PORT][/PATH], without a user and without a #")
    String urlRefused(String address);

    /** An address that is not on the list. */
    @Says(
            id = 8610,
            value = "'%s' is not called, since it is not on the list of allowed addresses; nothing was sent. If it may"
                    + " be called, add it to 'allowed-addresses'")
    String addressNotAllowed(String address);

    /** The listener can't be opened. */
    @Says(id = 8611, value = "cannot listen at '%s': %s; choose a free port of an address of this machine")
    String notListening(String place, Throwable cause);

    /** An address that is not an endpoint's. */
    @Says(
            id = 8612,
            value = "'%s' is not the address of an endpoint in this transport's form: soap://HOST:PORT/PATH#ROLE, or"
                    + " soap://HOST:PORT/PATH#ROLE.PARAMETERS with the reference parameters")
    String participantRefused(String address);

    /** A reference that is too long. */
    @Says(
            id = 8613,
            value = "the reference to '%s' takes %d characters in a log record, and the limit is %d; nothing was"
                    + " registered")
    String referenceTooLong(Object reference, int length, int lengthMax);

    /** No answer to a notification. */
    @Says(id = 8614, value = "the participant did not answer %s, which was sent more than once, in %d ms")
    String noAnswer(Object message, long millis);

    /** A verb that the state of a participant does not allow. */
    @Says(
            id = 8615,
            value = "%s is refused: WS-AtomicTransaction does not allow it while the participant is in state %s;"
                    + " nothing was done")
    String verbRefused(String verb, Object state);

    /** A message that the state does not allow. */
    @Says(
            id = 8616,
            value = "message %s is refused: by WS-AtomicTransaction it can't follow the messages before it; nothing was"
                    + " done")
    String stateRefused(Object message);

    /** Another type of coordination. */
    @Says(
            id = 8617,
            value = "this node makes no context of type '%s'; ask for http://docs.oasis-open.org/ws-tx/wsat/2006/06,"
                    + " the type of WS-AtomicTransaction")
    String typeRefused(String type);

    /** A refused registration. */
    @Says(
            id = 8618,
            value = "the Registration service at '%s' has not registered the subordinate: %s; its transaction rolls"
                    + " back")
    String notRegistered(Object service, Object heard);

    /** Another protocol. */
    @Says(
            id = 8619,
            value = "'%s' is not a protocol of WS-AtomicTransaction; register for Completion, Volatile2PC or"
                    + " Durable2PC, each behind http://docs.oasis-open.org/ws-tx/wsat/2006/06/")
    String protocolRefused(String protocol);

    /** An unknown transaction. */
    @Says(
            id = 8620,
            value = "the transaction is not known here: the message has no reference parameter that this process made,"
                    + " or the transaction is over; copy the reference parameters unchanged into each message")
    String transactionUnknown();

    /** A second initiator. */
    @Says(
            id = 8621,
            value = "transaction %s takes no initiator: either it has one already, which alone may end it, or no"
                    + " initiator began it at this coordinator")
    String initiatorRefused(LocalTransactionId transaction);

    /** Rollback after Commit. */
    @Says(id = 8622, value = "transaction %s is ending already, by an earlier request")
    String endingAlready(Object transaction);

    /** A request for which the protocol has no message. */
    @Says(id = 8623, value = "%s is not sent: WS-AtomicTransaction has no such message for a participant")
    String requestRefused(Request request);

    /** A value that has no form in XML. */
    @Says(id = 8624, value = "call %s can't be carried over SOAP: %s; nothing was done")
    String valueRefused(String call, String why);

    /** Plain HTTP to another machine. */
    @Says(
            id = 8625,
            value = "'%s' is on another machine, and the soap transport has no certificate, so it does not use this"
                    + " address; set '%s'; or set '%s' to 'true': then anyone on the network path can read, change and"
                    + " forge calls and decisions")
    String plainRefused(String address, String keyStoreKey, String plainKey);

    /** The transport is closed. */
    @Says(id = 8626, value = "the transport is closed, or is closing")
    String closed();

    /** No answer on a connection. */
    @Says(id = 8627, value = "the other process did not answer within %d ms")
    String noReply(long millis);

    /** This process has no reference for the request. */
    @Says(
            id = 8628,
            value = "%s can't be sent to %s: its address, as this process knows it, names no object that accepts this;"
                    + " nothing was sent; use the address that the called process gave")
    String noReference(Object what, Object process);

    /** A secret that can't be read. */
    @Says(id = 8629, value = "cannot read or make '%s' (setting '%s'): %s; the transport does not start")
    String keyUnread(String file, String key, Throwable cause);

    /** This process has no address. */
    @Says(id = 8630, value = "this process does not listen over soap, so it can't give a reference to itself; set '%s'")
    String notListeningFor(String listenKey);

    /** An answer that refuses the request. */
    @Says(id = 8631, value = "the other side refuses the request, or does not answer as the protocol says: %s")
    String notHeard(Object heard);

    /** The coordinator answered Aborted. */
    @Says(id = 8632, value = "the coordinator has rolled the transaction back; ask its operator why")
    String endedByAborted();

    /** A message that is too large. */
    @Says(id = 8633, value = "a message of %d bytes is too large; the limit is %d, setting '%s'")
    String tooLarge(int bytes, int bytesMax, String key);

    /** No such object. */
    @Says(id = 8634, value = "no object is exported as '%s'; nothing was done; check the address")
    String serviceUnknown(String object);

    /** No such method. */
    @Says(
            id = 8635,
            value = "'%s' is not an operation of '%s'; its WSDL, at its address followed by ?wsdl, lists all"
                    + " operations")
    String operationUnknown(String operation, String object);

    /** An answer to another address. */
    @Says(
            id = 8636,
            value = "the answer to a call goes on the call's connection, not to '%s'; leave out ReplyTo, or make it"
                    + " anonymous")
    String answerElsewhere(Object replyTo);

    /** An unreadable reply. */
    @Says(id = 8637, value = "the call may have been done, but its answer, HTTP %d, can't be read: %s")
    String replyUnread(int status, @Nullable String why);

    /** A transaction that can only roll back. */
    @Says(id = 8638, value = "the call was done, but its transaction can only roll back now; roll it back")
    String rollbackOnly();

    /** A file that can't be used. */
    @Says(id = 8639, value = "cannot read '%s' (setting '%s'): %s; the transport does not start")
    String keysUnread(String file, String key, Throwable cause);

    /** HTTP for HTTPS, or HTTPS for HTTP. */
    @Says(
            id = 8640,
            value = "'%s' is not called: '%s' is %s, so this transport calls only addresses of %s; use such an address,"
                    + " or change the setting")
    String plainOrSecure(String address, String keyStoreKey, String standing, String protocol);

    /** A decompressed answer that is too large. */
    @Says(
            id = 8641,
            value = "the answer has more than %d bytes after decompression, the limit"
                    + " 'transport.NAME.message-bytes-max' of this process; raise it, or ask for less with one call")
    String unpackedTooLarge(int bytesMax);

    /** A call of another stack without an answer. */
    @Says(
            id = 8642,
            value =
                    "the call to '%s' has no answer, and may have been done; its transaction can only roll back: roll it"
                            + " back")
    String stubUnanswered(String address);

    /** A context that this process can't use. */
    @Says(
            id = 8643,
            value = "the request is refused: its context is not one of WS-AtomicTransaction, the only type that this"
                    + " process accepts")
    String contextNotTaken();

    /** No outcome. */
    @Says(id = 8644, value = "the coordinator has accepted the request, but has not reported the outcome in %d ms")
    String outcomeUntold(long millis);

    /** A policy that requires a transaction. */
    @Says(
            id = 8645,
            value = "call '%s' of '%s' is not sent, and nothing was done: its policy (ATAssertion) requires a"
                    + " transaction, and the caller has none; begin one around the call")
    String transactionRequired(String operation, String address);

    /** A policy that does not allow a transaction. */
    @Says(
            id = 8646,
            value = "call '%s' of '%s' is not sent, and nothing was done: the caller has a transaction, and by the"
                    + " policy of the service (ATAssertion) this call can't be part of one; suspend it around the"
                    + " call")
    String transactionNotTaken(String operation, String address);

    /** A limit is reached. */
    @Says(
            id = 8647,
            value = "one more %s is refused: %d are unfinished, which is the limit; try again when some are over")
    String noRoom(String kind, int underWayMax);

    /** A registration in the name of another node. */
    @Says(
            id = 8649,
            value = "the registration of %s is refused, since the node that it names has registered from another"
                    + " address; nothing else was done, no action needed")
    String placeRefused(Object place);

    /** A reference that is too large. */
    @Says(
            id = 8650,
            value = "the reference parameters for '%s' have more than %d elements, attributes and namespaces together;"
                    + " nothing was registered")
    String referenceTooLarge(String address, int sizeMax);

    /** A message whose answer, or fault, would go to an address that is not allowed. */
    @Says(
            id = 8651,
            value = "the message is refused and nothing was done: its answer or fault would go to '%s', which is not on"
                    + " the list of allowed addresses. Ask for the answer on the connection, or have that address added"
                    + " to 'allowed-addresses' here")
    String answerNotAllowed(String address);

    /** A message that is not sent. */
    @Says(
            id = 8652,
            value = "a message to '%s' is not sent: another message named this address, and it is not on the list of"
                    + " allowed addresses. The node goes on as if the message were lost. If the address is one of"
                    + " yours, add it to 'allowed-addresses'")
    String notTold(String address);

    /** More refused addresses than are logged one by one. */
    @Says(
            id = 8653,
            value = "messages to more than %d addresses are not sent, since these are not on the list of allowed"
                    + " addresses. The node logs no more of them for a minute. Somebody may be guessing addresses:"
                    + " check who can reach 'transport.NAME.listen'")
    String notToldMore(int addressesMax);

    /** A handler got a transport that this library did not make. */
    @Says(id = 8654, value = "a transport of class %s can't serve this handler: make the transport by SoapTransport.of")
    String foreignTransport(String type);

    /** A message that the state does not allow, and that makes the participant roll back. */
    @Says(
            id = 8655,
            value = "%s does not fit the messages before it; it is not carried out, and this participant rolls back")
    String stateRefusedByRollback(Object message);

    /** A transaction for a process that can't take part in one. */
    @Says(
            id = 8656,
            value = "the request is refused: it comes with an atomic transaction, and this process has no transaction"
                    + " manager; call a node, or call without a transaction")
    String noTransactionManager();
}
