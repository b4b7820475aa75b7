package dev.assent.transport.iiop.value;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * Repository ids of Java classes, in the RMI hashed format (Java to IDL mapping 1.4, section 1.3.5.7): the name, a digest
 * of the fields, and the serial version. Pure functions.
 */
public final class RepositoryIds {
    /** The id of a String that is sent as a value. */
    static final String WSTRING = "IDL:omg.org/CORBA/WStringValue:1.0";

    private static final String RMI = "RMI:";
    private static final String NONE = ":0000000000000000";
    private static final int LATIN_MAX = 0xFF;
    private static final int HASH_BYTES = 8;

    private RepositoryIds() {}

    /** The id of a class or an interface. */
    public static String of(Class<?> type) {
        if (type == String.class) {
            return WSTRING;
        }
        Class<?> base = type;
        while (base.getComponentType() != null) {
            base = base.getComponentType();
        }
        if (base.isPrimitive()) {
            return RMI + type.getName() + NONE;
        }
        String name = escaped(base.getName());
        return RMI + (base == type ? name : type.getName().replace(base.getName(), name)) + digits(base);
    }

    private static String digits(Class<?> type) {
        ObjectStreamClass serial = ObjectStreamClass.lookup(type);
        return type.isInterface() || serial == null
                ? NONE
                : String.format(":%016X:%016X", hash(type), serial.getSerialVersionUID());
    }

    /** The id of an exception that a method declares (Java to IDL mapping 1.4, section 1.3.7.1). */
    public static String ofException(Class<?> type) {
        String name = type.getName().replace('.', '/').replace("$", "__");
        String stem = name.endsWith("Exception") ? name.substring(0, name.length() - "Exception".length()) : name;
        return "IDL:" + stem + "Ex:1.0";
    }

    /** The class name in an id; null if it has none. */
    static @Nullable String className(String id) {
        int end = id.indexOf(':', RMI.length());
        return id.startsWith(RMI) && end > 0 ? id.substring(RMI.length(), end) : null;
    }

    /**
     * The escaped name in an id: characters are written as numbers unless they are letters or digits of Latin-1, dots
     * or underscores.
     */
    static String escaped(String name) {
        StringBuilder plain = new StringBuilder();
        name.chars().forEach(each -> {
            boolean isPlain = each <= LATIN_MAX && (Character.isLetterOrDigit(each) || each == '.' || each == '_');
            plain.append(isPlain ? String.valueOf((char) each) : String.format("\\U%04X", each));
        });
        return plain.toString();
    }

    /** A digest of the fields of a class and of its Serializable superclasses. */
    private static long hash(@Nullable Class<?> type) {
        if (type == null || !Serializable.class.isAssignableFrom(type)) {
            return 0;
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            DataOutputStream out = new DataOutputStream(bytes);
            out.writeLong(hash(type.getSuperclass()));
            out.writeInt(writesItself(type) ? 2 : 1);
            ObjectStreamField[] fields = ObjectStreamClass.lookup(type).getFields();
            Arrays.sort(fields, Comparator.comparing(ObjectStreamField::getName));
            for (ObjectStreamField each : fields) {
                out.writeUTF(each.getName());
                out.writeUTF(signature(each));
            }
            byte[] digest = MessageDigest.getInstance("SHA-1").digest(bytes.toByteArray());
            long hash = 0;
            for (int i = 0; i < HASH_BYTES; i++) {
                hash += (digest[i] & 0xFFL) << (Byte.SIZE * i);
            }
            return hash;
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible); // into memory
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible); // every Java has it
        }
    }

    private static String signature(ObjectStreamField field) {
        String type = field.getTypeString();
        return type == null ? String.valueOf(field.getTypeCode()) : type;
    }

    /** Whether a class has a method that writes its state. */
    static boolean writesItself(Class<?> type) {
        Class<?>[] parameters = {ObjectOutputStream.class};
        return Arrays.stream(type.getDeclaredMethods())
                .anyMatch(each ->
                        each.getName().equals("writeObject") && Arrays.equals(each.getParameterTypes(), parameters));
    }
}
