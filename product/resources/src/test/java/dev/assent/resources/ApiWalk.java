package dev.assent.resources;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Walks from an object of the JDBC API to every other object that its methods lead to, by reflection over the whole API. It
 * calls each method that returns an object, with arguments that a driver may take, and goes on from what it gets: from rows that
 * a statement gave, and again from rows that an array or metadata gave, but from each of these once.
 */
public final class ApiWalk {
    /** Every interface of the API whose objects a driver makes. */
    private static final List<Class<?>> API = List.of(
            Connection.class,
            DatabaseMetaData.class,
            CallableStatement.class,
            PreparedStatement.class,
            Statement.class,
            ResultSet.class,
            ResultSetMetaData.class,
            ParameterMetaData.class,
            Array.class,
            Struct.class,
            Ref.class,
            RowId.class,
            Blob.class,
            NClob.class,
            Clob.class,
            SQLXML.class,
            Savepoint.class);

    /** From what is of one of these there is a way to a connection. */
    private static final List<Class<?>> LEADING = List.of(
            Connection.class,
            Statement.class,
            ResultSet.class,
            DatabaseMetaData.class,
            Array.class,
            Struct.class,
            Ref.class);

    /** What ends or changes what is walked on. */
    private static final Set<String> LEFT_OUT = Set.of("close", "free", "cancel", "abort", "commit", "rollback");

    private static final int DEPTH_MAX = 5;

    /** An object, and how it was reached. */
    public record Found(Object object, String way) {}

    private record Step(Object object, String way, String maker, int depth) {}

    private final String query;
    private final Consumer<Found> visitor;
    private final Map<Object, Step> seen = new IdentityHashMap<>();
    private final Set<String> walked = new HashSet<>();
    private final Set<String> called = new HashSet<>();
    private final List<Throwable> bugs = new ArrayList<>();
    private final Deque<Step> todo = new ArrayDeque<>();

    /**
     * A walk.
     *
     * @param query that is prepared and executed
     * @param visitor sees every object that is found
     */
    public ApiWalk(String query, Consumer<Found> visitor) {
        this.query = query;
        this.visitor = visitor;
    }

    /** Whether there is a way from it to a connection. */
    public static boolean isLeading(Object object) {
        return LEADING.stream().anyMatch(type -> type.isInstance(object));
    }

    /** Walks from here. */
    public void from(Object start, String name) {
        todo.add(new Step(start, name, "", 0));
        while (!todo.isEmpty()) {
            walk(todo.poll());
        }
    }

    /** The methods of the API that gave an answer, as INTERFACE.NAME. */
    public Set<String> called() {
        return called;
    }

    /** Casts that failed, and the like, in what is not the driver's. */
    public List<Throwable> bugs() {
        return bugs;
    }

    private void walk(Step step) {
        if (seen.put(step.object(), step) != null) {
            return;
        }
        if (step.object() instanceof ResultSet rows) {
            try {
                rows.next();
            } catch (SQLException | LinkageError noRow) {
                // then its columns can't be read
            }
        }
        for (Class<?> type : API) {
            if (type.isInstance(step.object())) {
                for (Method method : type.getMethods()) {
                    if (leadsOn(method) && walked.add(step.maker() + " " + signature(type, method))) {
                        argumentsFor(type, method).forEach(arguments -> call(step, type, method, arguments));
                    }
                }
            }
        }
    }

    private static String signature(Class<?> type, Method method) {
        return type.getSimpleName() + "." + method.getName() + Arrays.toString(method.getParameterTypes());
    }

    private static boolean leadsOn(Method method) {
        Class<?> answer = method.getReturnType();
        return !answer.isPrimitive() && answer != String.class && !LEFT_OUT.contains(method.getName());
    }

    private void call(Step step, Class<?> type, Method method, Object[] arguments) {
        Object answer;
        try {
            answer = method.invoke(step.object(), arguments);
        } catch (InvocationTargetException refused) {
            Throwable thrown = refused.getTargetException();
            if (isOurs(thrown)) {
                bugs.add(thrown);
            }
            return;
        } catch (IllegalAccessException | IllegalArgumentException impossible) {
            throw new AssertionError(step.way() + " " + method + " " + Arrays.toString(arguments), impossible);
        }
        called.add(type.getSimpleName() + "." + method.getName());
        found(answer, step, step.way() + "." + method.getName() + "()", type.getSimpleName());
    }

    private static boolean isOurs(Throwable thrown) {
        String place = thrown.getStackTrace().length == 0 ? "" : thrown.getStackTrace()[0].getClassName();
        return (thrown instanceof ClassCastException || thrown instanceof NullPointerException)
                && (place.startsWith("dev.assent.resources") || place.contains("$Proxy"));
    }

    private void found(Object answer, Step from, String way, String maker) {
        if (answer instanceof Object[] several) {
            for (Object each : several) {
                found(each, from, way + "[]", maker);
            }
        } else if (answer != null && API.stream().anyMatch(type -> type.isInstance(answer))) {
            visitor.accept(new Found(answer, way));
            if (from.depth() < DEPTH_MAX) {
                todo.add(new Step(answer, way, maker, from.depth() + 1));
            }
        }
    }

    private List<Object[]> argumentsFor(Class<?> type, Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        if (parameters.length > 0 && parameters[parameters.length - 1] == Class.class) {
            List<Object[]> all = new ArrayList<>();
            for (Class<?> asked : API) {
                Object[] arguments = arguments(type, method, 1);
                arguments[parameters.length - 1] = asked;
                all.add(arguments);
            }
            return all;
        }
        boolean isByNumber = parameters.length > 0
                && parameters[0] == int.class
                && (type == ResultSet.class || type == CallableStatement.class);
        return isByNumber
                ? List.of(arguments(type, method, 1), arguments(type, method, 2), arguments(type, method, 3))
                : List.<Object[]>of(arguments(type, method, 1));
    }

    private Object[] arguments(Class<?> type, Method method, int number) {
        Class<?>[] parameters = method.getParameterTypes();
        Object[] arguments = new Object[parameters.length];
        int numbers = 0;
        for (int i = 0; i < parameters.length; i++) {
            arguments[i] = switch (parameters[i].getSimpleName()) {
                case "int" -> number(method, numbers++, number);
                case "long" -> 1L;
                case "boolean" -> false;
                case "Map" -> Map.of();
                case "String" -> text(type, method, i);
                case "Object[]" -> new Object[] {1, 2};
                default -> null;
            };
        }
        return arguments;
    }

    private static int number(Method method, int index, int number) {
        boolean isKind = method.getName().startsWith("createStatement")
                || method.getName().startsWith("prepare") && method.getParameterCount() > 2;
        return isKind
                ? List.of(
                                ResultSet.TYPE_SCROLL_INSENSITIVE,
                                ResultSet.CONCUR_READ_ONLY,
                                ResultSet.HOLD_CURSORS_OVER_COMMIT)
                        .get(index)
                : number;
    }

    private String text(Class<?> type, Method method, int index) {
        if (type == DatabaseMetaData.class) {
            return "one"; // the names of all that there is take long
        }
        if (method.getName().equals("createArrayOf") || method.getName().equals("createStruct")) {
            return "integer";
        }
        boolean isSql = index == 0 && (type == Connection.class || Statement.class.isAssignableFrom(type));
        return isSql && !method.getName().startsWith("get") ? query : "one";
    }
}
