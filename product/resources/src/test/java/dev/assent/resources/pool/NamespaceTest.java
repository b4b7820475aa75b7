package dev.assent.resources.pool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.assent.harness.Fast;
import dev.assent.resources.sql.EndingWords;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The calls of a driver, and their times, with which the next holder finds the original schema and catalog. */
@Fast
class NamespaceTest {
    /** No transaction has the connection. */
    private static final class Idle implements SqlGuard.Work {
        @Override
        public boolean isServing() {
            return false;
        }

        @Override
        public void ran(boolean isSent) {
            // nobody wants to know
        }
    }

    private final List<String> calls = new ArrayList<>();
    private String product = "any";
    private String schema = "own";
    private String catalog = "main";
    private boolean fails;

    private final Connection own = fake(Connection.class);
    private final Namespace namespace = new Namespace(own);
    private final Connection handle =
            DriverHandle.of(own, namespace, new SqlGuard("orders", EndingWords.STANDARD, false, new Idle()));

    private <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    String name = method.getName();
                    String given = arguments == null ? "" : String.valueOf(arguments[0]);
                    calls.add(name + (arguments == null ? "" : " " + given));
                    if (fails && name.endsWith("Schema")) {
                        throw new SQLException("no");
                    }
                    switch (name) {
                        case "setSchema":
                            schema = given;
                            return null;
                        case "setCatalog":
                            catalog = given;
                            schema = "first of " + given;
                            return null;
                        case "getSchema":
                            return schema;
                        case "getCatalog":
                            return catalog;
                        case "getDatabaseProductName":
                            return product;
                        case "getMetaData":
                            return fake(DatabaseMetaData.class);
                        case "createStatement":
                            return fake(Statement.class);
                        default:
                            return method.getReturnType() == boolean.class ? false : null;
                    }
                }));
    }

    @Test
    void nothingIsAskedOfWhoChangesNothing() throws Exception {
        handle.clearWarnings();
        namespace.restore();
        assertThat(calls).containsExactly("clearWarnings");
    }

    @Test
    void theFirstChangeIsWhatIsUndoneAndUndoneOnce() throws Exception {
        handle.setSchema("a");
        handle.setCatalog("b");
        handle.setSchema("c");
        namespace.restore();
        assertThat(schema + " of " + catalog).isEqualTo("own of main");
        namespace.settled();
        calls.clear();
        namespace.restore();
        assertThat(calls).isEmpty();
    }

    @Test
    void postgresIsAskedToResetThePathThatItKnows() throws Exception {
        product = "PostgreSQL";
        handle.setSchema("a");
        assertThat(calls).doesNotContain("getSchema", "getCatalog");
        namespace.restore();
        assertThat(calls).contains("execute reset search_path").doesNotContain("setSchema own");
    }

    @Test
    void whatTheDriverDoesNotTellOrNotTakeIsAnError() throws Exception {
        handle.setSchema("a");
        fails = true;
        assertThatThrownBy(namespace::restore).isInstanceOf(SQLException.class);
        namespace.settled();
        assertThatThrownBy(() -> handle.setSchema("b")).isInstanceOf(SQLException.class);
        fails = false;
        assertThatThrownBy(namespace::restore).hasMessageContaining("does not tell");
    }
}
