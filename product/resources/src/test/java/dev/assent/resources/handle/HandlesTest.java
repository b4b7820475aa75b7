package dev.assent.resources.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.resources.ApiWalk;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.sql.Array;
import java.sql.CallableStatement;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Struct;
import java.sql.Wrapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Handles over a driver that gives objects of its own wherever the JDBC API lets it. */
@Fast
class HandlesTest {
    /** What the driver does when it is called. */
    private enum Driver {
        WHOLE,
        /** It returns nothing where it may return an object. */
        EMPTY,
        /** It is older than most of the API. */
        OLD
    }

    /** Only this driver has it. */
    private interface DriversConnection extends Connection {}

    private record Asked(Method method, List<Object> arguments) {}

    /** A driver's object. */
    private record Own(HandlesTest test, Class<?> type) implements InvocationHandler {
        @Override
        public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
            if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                    case "equals" -> self == arguments[0];
                    case "hashCode" -> 1;
                    default -> "driver's " + type.getSimpleName();
                };
            }
            return test.answer(method, arguments == null ? List.of() : new ArrayList<>(List.of(nonNull(arguments))));
        }

        private static Object[] nonNull(Object[] arguments) {
            return Stream.of(arguments)
                    .map(each -> each == null ? "null" : each)
                    .toArray();
        }
    }

    private final List<Asked> asked = new ArrayList<>();
    private final SQLException told = new SQLException("told");
    private Driver driver = Driver.WHOLE;
    private SQLException failure;
    private SQLException refusal;

    private final Connection connection = ConnectionHandle.of(own(Connection.class), new Standing() {
        @Override
        public void check() throws SQLException {
            if (refusal != null) {
                throw refusal;
            }
        }

        @Override
        public void checkThread() throws SQLException {
            check();
        }

        @Override
        public SQLException told(SQLException failed) {
            return failed == failure || failed instanceof SQLClientInfoException ? told : failed;
        }

        @Override
        public SQLException notUnwrapped(Class<?> type) {
            return new SQLException("no " + type);
        }
    });

    private <T> T own(Class<T> type) {
        return type.cast(
                Proxy.newProxyInstance(HandlesTest.class.getClassLoader(), new Class<?>[] {type}, new Own(this, type)));
    }

    private Object answer(Method method, List<Object> arguments) throws SQLException {
        asked.add(new Asked(method, arguments));
        if (failure != null) {
            throw method.getName().equals("setClientInfo") ? new SQLClientInfoException() : failure;
        }
        Class<?> type = method.getReturnType();
        boolean isTyped = !arguments.isEmpty() && arguments.get(arguments.size() - 1) instanceof Class<?>;
        if (isTyped && type == Object.class) {
            type = (Class<?>) arguments.get(arguments.size() - 1);
        }
        boolean makes = Statement.class.isAssignableFrom(type) || type == DatabaseMetaData.class;
        if (type.isPrimitive()) {
            return primitive(type);
        }
        if (driver == Driver.OLD && !makes && !method.getName().equals("executeQuery")) {
            throw new AbstractMethodError(method.getName());
        }
        if (driver == Driver.EMPTY && !makes) {
            return null;
        }
        if (type == Object.class || type == Object[].class) {
            return new Object[] {
                "text", own(Array.class), new Object[] {own(Struct.class), own(Connection.class)}, own(ResultSet.class)
            };
        }
        return type.isInterface() && type != Map.class ? own(type) : null;
    }

    private static Object primitive(Class<?> type) {
        return switch (type.getName()) {
            case "boolean" -> true;
            case "int" -> 7;
            case "long" -> 7L;
            case "short" -> (short) 7;
            case "byte" -> (byte) 7;
            case "float" -> 7f;
            case "double" -> 7d;
            default -> null;
        };
    }

    private static boolean isDrivers(Object object) {
        return Proxy.isProxyClass(object.getClass()) && Proxy.getInvocationHandler(object) instanceof Own;
    }

    @ParameterizedTest
    @EnumSource
    void everyObjectOfTheApi_leadsToTheHandleAlone(Driver kind) {
        driver = kind;
        ApiWalk walk = new ApiWalk("select 1", found -> {
            if (found.object() instanceof Connection) {
                assertThat(found.object()).as(found.way()).isSameAs(connection);
            } else if (ApiWalk.isLeading(found.object())) {
                assertThat(isDrivers(found.object())).as(found.way()).isFalse();
            }
        });
        walk.from(connection, "connection");
        assertThat(walk.bugs()).isEmpty();
        assertThat(walk.called()).contains("DatabaseMetaData.getConnection", "Statement.executeQuery");
        if (driver == Driver.WHOLE) {
            assertThat(walk.called())
                    .contains("DatabaseMetaData.getTables", "ResultSetMetaData.unwrap", "ParameterMetaData.unwrap")
                    .contains("Struct.getAttributes", "Ref.getObject", "Array.getResultSet")
                    .hasSizeGreaterThan(100);
        }
    }

    static Stream<Class<?>> handWritten() {
        return Stream.of(
                Connection.class,
                Statement.class,
                PreparedStatement.class,
                ResultSet.class,
                CallableStatement.class,
                ResultSetMetaData.class,
                ParameterMetaData.class);
    }

    private Object handle(Class<?> type) throws SQLException {
        Object made = switch (type.getSimpleName()) {
            case "Connection" -> connection;
            case "Statement" -> connection.createStatement();
            case "PreparedStatement" -> connection.prepareStatement("");
            case "CallableStatement" -> connection.prepareCall("");
            case "ResultSetMetaData" -> connection.prepareStatement("").getMetaData();
            case "ParameterMetaData" -> connection.prepareStatement("").getParameterMetaData();
            default -> connection.createStatement().executeQuery("");
        };
        asked.clear();
        return made;
    }

    private static List<Method> methods(Class<?> type) {
        return Stream.of(type.getMethods())
                .filter(each -> !Modifier.isStatic(each.getModifiers()) && each.getDeclaringClass() != Wrapper.class)
                .toList();
    }

    private static Object[] arguments(Method method) {
        return Stream.of(method.getParameterTypes())
                .map(type -> type.isPrimitive() ? primitive(type) : type == Class.class ? String.class : null)
                .toArray();
    }

    /** Each hand-written line is looked at: whether it calls the method that it implements, with what it got, in the same order. */
    @ParameterizedTest
    @MethodSource("handWritten")
    void everyMethod_callsTheSameOneOfTheDriver(Class<?> type) throws Exception {
        for (Method method : methods(type)) {
            if (type == CallableStatement.class && method.getName().equals("getConnection")) {
                continue;
            }
            Object handle = handle(type);
            Object[] arguments = distinct(method);
            Object answer = method.invoke(handle, arguments);
            assertThat(asked).as("%s", method).hasSize(1);
            Method same = asked.get(0).method();
            assertThat(same.getName()).isEqualTo(method.getName());
            assertThat(same.getParameterTypes()).as("%s", method).isEqualTo(method.getParameterTypes());
            assertThat(asked.get(0).arguments())
                    .as("%s", method)
                    .isEqualTo(Stream.of(arguments)
                            .map(each -> each == null ? "null" : each)
                            .toList());
            if (method.getReturnType().isPrimitive() && method.getReturnType() != void.class) {
                assertThat(answer).as("%s", method).isEqualTo(primitive(method.getReturnType()));
            }
        }
    }

    /** Numbers and texts that differ by their place. */
    private static Object[] distinct(Method method) {
        Object[] arguments = arguments(method);
        for (int i = 0; i < arguments.length; i++) {
            if (arguments[i] instanceof Integer) {
                arguments[i] = i + 1;
            } else if (method.getParameterTypes()[i] == String.class) {
                arguments[i] = "text " + i;
            }
        }
        return arguments;
    }

    @ParameterizedTest
    @MethodSource("handWritten")
    void everyErrorOfTheDriver_isToldAsItIsToBe(Class<?> type) throws Exception {
        for (Method method : methods(type)) {
            if (type == CallableStatement.class && method.getName().equals("getConnection")) {
                continue;
            }
            failure = null;
            Object handle = handle(type);
            failure = new SQLException("canceled");
            boolean isOfClientInfo = method.getName().equals("setClientInfo");
            assertThatThrownBy(() -> method.invoke(handle, arguments(method)))
                    .as("%s", method)
                    .isInstanceOf(InvocationTargetException.class)
                    .satisfies(thrown -> assertThat(thrown.getCause())
                            .isInstanceOf(isOfClientInfo ? SQLClientInfoException.class : SQLException.class)
                            .hasMessage("told"));
        }
    }

    @Test
    void whatIsNoStatementsAndNoConnections_isRefusedWhenTheHolderMayNotUseIt() throws Exception {
        DatabaseMetaData metaData = connection.getMetaData();
        ResultSet tables = metaData.getTables(null, null, null, null);
        ResultSet rows = connection.createStatement().executeQuery("");
        Array array = rows.getArray(1);
        ResultSet ofArray = array.getResultSet();
        refusal = new SQLException("refused");
        for (Object bare : List.of(metaData, tables, array, ofArray)) {
            for (Method method : methods(
                    bare instanceof ResultSet
                            ? ResultSet.class
                            : bare instanceof Array ? Array.class : DatabaseMetaData.class)) {
                if (method.getExceptionTypes().length == 0
                        || List.of("close", "free", "isClosed").contains(method.getName())) {
                    continue;
                }
                asked.clear();
                assertThatThrownBy(() -> method.invoke(bare, arguments(method)))
                        .as("%s", method)
                        .cause()
                        .isSameAs(refusal);
                assertThat(asked).isEmpty();
            }
        }
        tables.close();
        array.free();
        assertThat(tables.isClosed()).isTrue();
        assertThat(asked).isEmpty();
    }

    @Test
    void rowsThatNoStatementGave_haveNoStatement() throws Exception {
        assertThat(connection.getMetaData().getTables(null, null, null, null).getStatement())
                .isNull();
        Statement statement = connection.createStatement();
        assertThat(statement.executeQuery("").getStatement()).isSameAs(statement);
        CallableStatement call = connection.prepareCall("");
        assertThat(call.executeQuery().getStatement()).isSameAs(call);
    }

    @Test
    void aHandleAsAParameter_isTheDriversOwnObjectForTheDriver() throws Exception {
        ResultSet rows = connection.createStatement().executeQuery("");
        Array array = rows.getArray(1);
        PreparedStatement statement = connection.prepareStatement("");
        asked.clear();
        statement.setArray(1, array);
        statement.setObject(1, array);
        statement.setRef(1, rows.getRef(1));
        rows.updateArray(1, array);
        rows.updateObject("one", array);
        connection.createArrayOf("x", new Object[] {array, "text"});
        connection.createStruct("x", new Object[] {"text", array});
        connection.prepareCall("").setObject("one", array);
        assertThat(asked.stream()
                        .flatMap(each -> each.arguments().stream())
                        .flatMap(each -> each instanceof Object[] several ? Stream.of(several) : Stream.of(each))
                        .filter(Proxy.class::isInstance))
                .hasSize(8)
                .allMatch(HandlesTest::isDrivers);
    }

    @Test
    void unwrap_givesTheHandleForATypeOfTheApiAndTheDriversObjectForOneOfTheDriver() throws Exception {
        assertThat(connection.unwrap(Connection.class)).isSameAs(connection);
        assertThat(connection.isWrapperFor(Connection.class)).isTrue();
        assertThat(isDrivers(connection.unwrap(DriversConnection.class))).isTrue();
        assertThat(connection.isWrapperFor(DriversConnection.class)).isTrue();
        Statement statement = connection.createStatement();
        assertThat(statement.isWrapperFor(PreparedStatement.class)).isFalse();
        assertThatThrownBy(() -> statement.unwrap(PreparedStatement.class)).hasMessageStartingWith("no interface");
        assertThatThrownBy(() -> connection.getMetaData().unwrap(Connection.class))
                .hasMessageStartingWith("no interface");
        refusal = new SQLException("refused");
        assertThatThrownBy(() -> connection.unwrap(DriversConnection.class)).isSameAs(refusal);
    }
}
