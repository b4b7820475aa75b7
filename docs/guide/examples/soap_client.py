#!/usr/bin/env python3
"""A distributed transaction from Python's standard library alone.

    python3 soap_client.py ACTIVATION-URL SERVICE-URL [SERVICE-URL ...]

begins a transaction at the Activation service that `./assent coordinator --listen soap://127.0.0.1:8080 ...` prints, calls
the operation `deposit` of each service as a part of it, and commits: all of them, or none. Ends with status 0 when the
transaction is committed, 2 when it is rolled back.

What goes over the wire is SOAP 1.1: WS-Coordination and WS-AtomicTransaction (OASIS, 1.1 and 1.2) with WS-Addressing 1.0.
"""
import copy
import sys
import urllib.error
import urllib.request
import uuid
import xml.etree.ElementTree as ET

SOAP = "http://schemas.xmlsoap.org/soap/envelope/"
WSA = "http://www.w3.org/2005/08/addressing"
WSCOOR = "http://docs.oasis-open.org/ws-tx/wscoor/2006/06"
WSAT = "http://docs.oasis-open.org/ws-tx/wsat/2006/06"
ANONYMOUS = WSA + "/anonymous"
for prefix, namespace in {"soap": SOAP, "wsa": WSA, "wscoor": WSCOOR, "wsat": WSAT}.items():
    ET.register_namespace(prefix, namespace)


class Fault(Exception):
    """What the other side has refused."""


def element(namespace, name, *content):
    made = ET.Element("{%s}%s" % (namespace, name))
    for each in content:
        if isinstance(each, str):
            made.text = each
        else:
            made.append(each)
    return made


def post(url, action, headers, body):
    """Sends a message; the element in the body of the answer, None when there is none."""
    header = element(SOAP, "Header", *headers)
    message = ET.tostring(element(SOAP, "Envelope", header, element(SOAP, "Body", body)), "utf-8", xml_declaration=True)
    request = urllib.request.Request(
        url, message, {"Content-Type": "text/xml; charset=utf-8", "SOAPAction": '"%s"' % action})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            answer = response.read()
    except urllib.error.HTTPError as error:
        answer = error.read()
        if not answer:
            raise
    if not answer:
        return None
    found = ET.fromstring(answer).find("{%s}Body" % SOAP)[0]
    if found.tag == "{%s}Fault" % SOAP:
        raise Fault("%s: %s" % (found.findtext("faultcode"), found.findtext("faultstring")))
    return found


def send(reference, body):
    """Sends a message of the protocols to an endpoint reference, with its parameters, and waits on the connection."""
    url = reference.findtext("{%s}Address" % WSA)
    action = body.tag[1:].replace("}", "/")
    headers = [
        element(WSA, "Action", action),
        element(WSA, "To", url),
        element(WSA, "MessageID", "urn:uuid:%s" % uuid.uuid4()),
        element(WSA, "ReplyTo", element(WSA, "Address", ANONYMOUS)),
    ]
    for parameter in reference.findall("{%s}ReferenceParameters/*" % WSA):
        parameter = copy.deepcopy(parameter)
        parameter.set("{%s}IsReferenceParameter" % WSA, "true")
        headers.append(parameter)
    return post(url, action, headers, body)


def begin(activation, milliseconds):
    """Begins a transaction: its CoordinationContext."""
    place = element(WSA, "EndpointReference", element(WSA, "Address", activation))
    answer = send(place, element(
        WSCOOR, "CreateCoordinationContext",
        element(WSCOOR, "Expires", str(milliseconds)), element(WSCOOR, "CoordinationType", WSAT)))
    return answer.find("{%s}CoordinationContext" % WSCOOR)


def completion(context):
    """Registers who ends the transaction: the endpoint reference to tell so."""
    answer = send(context.find("{%s}RegistrationService" % WSCOOR), element(
        WSCOOR, "Register",
        element(WSCOOR, "ProtocolIdentifier", WSAT + "/Completion"),
        element(WSCOOR, "ParticipantProtocolService", element(WSA, "Address", ANONYMOUS))))
    return answer.find("{%s}CoordinatorProtocolService" % WSCOOR)


def call(service, context, operation):
    """Calls an operation as a part of the transaction; the element that answers it."""
    header = copy.deepcopy(context)
    header.set("{%s}mustUnderstand" % SOAP, "1")
    return post(service, "", [header], operation)


def namespace_of(service):
    """The namespace of a service's operations, as its WSDL says."""
    with urllib.request.urlopen(service + "?wsdl", timeout=60) as response:
        return ET.fromstring(response.read()).get("targetNamespace")


def main(activation, services):
    context = begin(activation, 30000)
    print("begun", context.findtext("{%s}Identifier" % WSCOOR))
    end = completion(context)
    try:
        for service in services:
            namespace = namespace_of(service)
            deposit = element(namespace, "deposit")
            ET.SubElement(deposit, "arg0").text = "100"
            print("balance", call(service, context, deposit).findtext("return"))
    except Fault as fault:
        print("refused:", fault)
        outcome = send(end, element(WSAT, "Rollback"))
    else:
        outcome = send(end, element(WSAT, "Commit"))
    committed = outcome.tag == "{%s}Committed" % WSAT
    print("committed" if committed else "rolled back")
    return 0 if committed else 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
