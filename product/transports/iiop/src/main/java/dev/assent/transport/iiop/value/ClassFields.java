package dev.assent.transport.iiop.value;

import java.io.ObjectStreamClass;
import java.io.ObjectStreamField;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.InaccessibleObjectException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The fields that are carried for objects of a class: the serializable ones, those of the uppermost class first; of
 * each class the primitive ones first, sorted by name (Java to IDL mapping 1.4, section 1.3.5.6). Safe to share.
 */
final class ClassFields {
    private final List<Slot> slots = new ArrayList<>();

    /** A field and its form. */
    record Slot(Field field, Form form) {}

    /** Finds the form of a field. */
    @FunctionalInterface
    interface FormOf {
        Form of(Field field) throws ValueException;
    }

    /**
     * The fields of a class and of its Serializable superclasses.
     *
     * @param above the superclass at which to stop; its fields are left out
     * @throws ValueException when a field can't be carried or read
     */
    ClassFields(Class<?> type, Class<?> above, FormOf forms) throws ValueException {
        List<Class<?>> classes = new ArrayList<>();
        for (Class<?> each = type; each != null && each != above; each = each.getSuperclass()) {
            if (Serializable.class.isAssignableFrom(each)) {
                classes.add(0, each);
            }
        }
        for (Class<?> each : classes) {
            add(each, forms);
        }
    }

    private void add(Class<?> declaring, FormOf forms) throws ValueException {
        if (RepositoryIds.writesItself(declaring)) {
            throw new ValueException("class " + declaring.getName() + " has a method writeObject, whose output is"
                    + " not known in advance; classes of plain fields are allowed");
        }
        for (ObjectStreamField each : ObjectStreamClass.lookup(declaring).getFields()) {
            Field field = field(declaring, each.getName());
            if (field == null || field.getType() != each.getType()) {
                throw new ValueException("class " + declaring.getName() + " declares the serial field '"
                        + each.getName() + "', and has no field of this name");
            }
            slots.add(new Slot(field, forms.of(field)));
        }
    }

    private static @Nullable Field field(Class<?> declaring, String name) throws ValueException {
        try {
            Field found = declaring.getDeclaredField(name);
            found.setAccessible(true);
            return found;
        } catch (NoSuchFieldException absent) {
            return null;
        } catch (InaccessibleObjectException closed) {
            throw new ValueException("class " + declaring.getName() + " can't be accessed: " + closed.getMessage());
        }
    }

    List<Slot> slots() {
        return slots;
    }

    void write(ValueOut out, Object value) throws ValueException {
        try {
            for (Slot each : slots) {
                each.form().write(out, each.field().get(value));
            }
        } catch (IllegalAccessException impossible) {
            throw new IllegalStateException(impossible); // made accessible
        }
    }

    void read(ValueIn in, Object value) {
        try {
            for (Slot each : slots) {
                each.field().set(value, each.form().read(in));
            }
        } catch (IllegalAccessException | IllegalArgumentException closed) {
            throw ValueIn.refused("a field can't be set: " + closed);
        }
    }
}
