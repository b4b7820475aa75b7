/** An application's handles of the objects of the JDBC API, which lead to no object of the driver. */
@NullMarked
package dev.assent.resources.handle;

import org.jspecify.annotations.NullMarked;
