package dev.assent.resources.quirk;

import com.mysql.cj.jdbc.MysqlXADataSource;
import dev.assent.harness.Fast;
import javax.sql.XADataSource;

/** MySQL's driver on the server of {@link MariaDbQuirksIT}. */
@Fast
class MySqlQuirksIT extends MariaDbQuirksIT {
    @Override
    DatabaseQuirks row() {
        return DatabaseQuirks.ALL.get(2);
    }

    @Override
    XADataSource source() {
        MysqlXADataSource source = new MysqlXADataSource();
        source.setUrl(server().url().replace("jdbc:mariadb:", "jdbc:mysql:"));
        source.setUser(server().user());
        source.setPassword(server().password());
        return source;
    }
}
