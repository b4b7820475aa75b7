package dev.assent.transport.soap.value;

import static dev.assent.transport.soap.message.SoapMessages.MESSAGES;

import dev.assent.remote.Referenced;
import dev.assent.remote.message.Reference;
import dev.assent.remote.message.RemoteMessages;
import dev.assent.transport.soap.addressing.EndpointReference;
import dev.assent.transport.soap.xml.Element;
import dev.assent.transport.soap.xml.XmlException;
import java.lang.reflect.Method;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import javax.xml.XMLConstants;
import javax.xml.namespace.QName;
import org.jspecify.annotations.Nullable;

/**
 * A method as an operation, document/literal wrapped, with the names of Jakarta XML Web Services 4.0 (section 3.6): the
 * call is an element of its name that holds {@code arg0}, {@code arg1} and so on; the answer is an element of its name
 * and {@code Response} that holds {@code return}. A returned object that stays in its process is an endpoint reference.
 *
 * <p>Immutable and safe to share.
 */
public final class Operation {
    private static final QName RETURN = new QName("return");
    private static final String RESPONSE = "Response";
    private static final QName REFERENCE_TYPE = new QName(XMLConstants.W3C_XML_SCHEMA_NS_URI, "anyType", "xs");

    private final String name;
    private final Class<?> type;
    private final Method method;
    private final List<ValueForm> parameters = new ArrayList<>();
    private final @Nullable ValueForm result;

    /** An operation of an exported interface, which declares the method or inherits it. */
    Operation(String name, Class<?> type, Method method) throws ValueException {
        this.name = name;
        this.type = type;
        this.method = method;
        ValueForms forms = new ValueForms();
        try {
            for (Type each : method.getGenericParameterTypes()) {
                parameters.add(forms.of(each));
            }
            boolean hasValue = method.getReturnType() != void.class && !returnsReference();
            result = hasValue ? forms.of(method.getGenericReturnType()) : null;
        } catch (ValueException notCarried) {
            throw refused(String.valueOf(notCarried.getMessage()));
        }
    }

    private ValueException refused(String why) {
        return new ValueException(MESSAGES.valueRefused(shown(), why));
    }

    /** For messages. */
    private String shown() {
        return type.getSimpleName() + "." + method.getName();
    }

    /** Its name among the operations of its interface. */
    public String name() {
        return name;
    }

    /** The name of the answer's element. */
    public String responseName() {
        return name + RESPONSE;
    }

    /** Its method. */
    public Method method() {
        return method;
    }

    /** Whether it returns an object that stays in its process. */
    public boolean returnsReference() {
        return method.getReturnType().isAnnotationPresent(Referenced.class);
    }

    /** An element of its interface's namespace. */
    public QName element(String local) {
        return new QName(Operations.namespace(type), local, "m");
    }

    /** The action of its answer (WS-Addressing 1.0 Metadata, section 4.4.4). */
    public String responseAction() {
        return Operations.namespace(type) + type.getSimpleName() + "/" + responseName();
    }

    private static QName argument(int index) {
        return new QName("arg" + index);
    }

    // ---- calls

    /**
     * Writes a call.
     *
     * @throws ValueException if an argument can't be carried
     */
    public Element writeCall(@Nullable Object[] arguments) throws ValueException {
        List<Element> parts = new ArrayList<>(arguments.length);
        try {
            for (int i = 0; i < arguments.length; i++) {
                parts.add(parameters.get(i).write(argument(i), arguments[i], 0));
            }
        } catch (ValueException notCarried) {
            throw refused(String.valueOf(notCarried.getMessage()));
        } catch (RuntimeException | StackOverflowError | LinkageError torn) { // from the program's own code
            throw refused(ValueException.thrown(torn));
        }
        return Element.of(element(name), parts);
    }

    /**
     * Reads the arguments of a call.
     *
     * @throws ValueException if a required one is missing, or one does not have its type
     */
    public @Nullable Object[] readCall(Element call) throws ValueException {
        @Nullable Object[] arguments = new Object[parameters.size()];
        for (int i = 0; i < arguments.length; i++) {
            try {
                arguments[i] = parameters.get(i).read(call.find(argument(i)));
            } catch (ValueException | XmlException refused) {
                throw refused(String.valueOf(refused.getMessage()));
            } catch (RuntimeException | StackOverflowError | LinkageError torn) { // from the program's own code
                throw refused(ValueException.thrown(torn));
            }
        }
        return arguments;
    }

    // ---- results

    /**
     * Writes a result.
     *
     * @param place the address of an object, by its name
     * @throws ValueException if it can't be carried
     */
    public Element writeResult(@Nullable Object value, Function<String, String> place) throws ValueException {
        List<Element> parts = new ArrayList<>(1);
        if (value instanceof Reference reference && returnsReference()) {
            parts.add(new EndpointReference(place.apply(reference.object())).write(RETURN));
        } else if (result != null) {
            try {
                parts.add(result.write(RETURN, value, 0));
            } catch (ValueException notCarried) {
                throw uncarried(String.valueOf(notCarried.getMessage()));
            }
        }
        return Element.of(element(responseName()), parts);
    }

    private ValueException uncarried(String why) {
        return new ValueException(RemoteMessages.MESSAGES.resultUncarried(shown(), why));
    }

    /**
     * Reads a result.
     *
     * @param object the name of an object, by its address
     * @throws ValueException if the value does not have its type
     */
    public @Nullable Object readResult(Element response, Function<String, String> object) throws ValueException {
        if (!response.name().getLocalPart().equals(responseName())) {
            throw uncarried("'" + response.name() + "' is not its answer");
        }
        try {
            if (result != null) {
                return result.read(response.find(RETURN));
            }
            if (!returnsReference()) {
                return null;
            }
            Element place = response.find(RETURN);
            return place == null
                    ? null
                    : new Reference(
                            object.apply(EndpointReference.read(place).address()),
                            method.getReturnType().getName());
        } catch (ValueException | XmlException refused) {
            throw uncarried(String.valueOf(refused.getMessage()));
        } catch (RuntimeException | StackOverflowError | LinkageError torn) { // by the program's own code
            throw uncarried(ValueException.thrown(torn));
        }
    }

    // ---- XML Schema

    /** Declares the elements of its call and of its answer. */
    public void declare(Schema schema) {
        List<Element> arguments = new ArrayList<>();
        for (int i = 0; i < parameters.size(); i++) {
            arguments.add(member(schema, argument(i).getLocalPart(), parameters.get(i)));
        }
        schema.declareElement(name, arguments);
        List<Element> results = new ArrayList<>();
        if (result != null) {
            results.add(member(schema, RETURN.getLocalPart(), result));
        } else if (returnsReference()) {
            results.add(schema.member(RETURN.getLocalPart(), REFERENCE_TYPE, true));
        }
        schema.declareElement(responseName(), results);
    }

    private static Element member(Schema schema, String name, ValueForm form) {
        return schema.member(name, form.schemaType(schema), form.isNullable());
    }
}
