@echo off
rem Runs Assent from its source folder on Windows: builds what is missing, then starts the command line.
rem
rem JAVA_HOME         the JDK to use (default: the java on the PATH)
rem ASSENT_BUILD      'yes' builds again. Set it after a change: unlike the script for Linux and macOS, this one looks only
rem                   whether there is a build, not whether a source is newer; and it builds all, also for the demo.
rem ASSENT_JAVA_OPTS  options for the JVM
rem ASSENT_CLASS_PATH more jars and folders, such as JDBC drivers, separated by ';'
rem
rem Standard output belongs to the program alone: errors go to standard error, and what Maven says to a log in 'target'.
setlocal EnableExtensions DisableDelayedExpansion
set "root=%~dp0"

rem 1. Find Java 17 or later. The release file says the version without the time it takes to start a JVM.
if defined JAVA_HOME goto java_home
set "java="
for %%J in (java.exe) do set "java=%%~$PATH:J"
if defined java goto java_found
echo assent: no java found: install a JDK 17 or later, or set JAVA_HOME 1>&2
exit /b 1
:java_home
set "java=%JAVA_HOME%\bin\java.exe"
if exist "%java%" goto java_found
echo assent: JAVA_HOME is '%JAVA_HOME%', but there is no bin\java.exe in it 1>&2
exit /b 1
:java_found
for %%J in ("%java%") do set "bin=%%~dpJ"
set "release=%bin%..\release"
set "feature="
if exist "%release%" for /f "usebackq tokens=1* delims==" %%A in ("%release%") do if "%%A"=="JAVA_VERSION" set feature=%%B
if not defined feature goto java_checked
set "feature=%feature:"=%"
for /f "delims=.+-" %%A in ("%feature%") do set "feature=%%A"
if %feature% GEQ 17 goto java_checked
echo assent: Java 17 or later is needed, but %java% is Java %feature% 1>&2
exit /b 1
:java_checked

rem 2. Which modules the command needs. The lab is a program of its own, and the simulator is a part of it.
rem    The quotes are those of the caller: more of them would let parts of an argument run as commands.
set arguments=%*
set "module=server"
set "folder=product\server"
set "tuning="
set "fixtures="
set "modules=product/core,product/remote,product/backends,product/resources,product/transports/native,product/transports/iiop-idl,product/transports/iiop,product/transports/soap,product/server"
if "%~1"=="simulate" set "tuning=-XX:+IgnoreUnrecognizedVMOptions -XX:FreqInlineSize=100 -XX:+UseSerialGC"
if "%~1"=="simulate" goto lab
if not "%~1"=="lab" goto chosen
set arguments=%arguments:~3%
:lab
set "module=lab"
set "folder=lab"
set "fixtures=-Dassent.fixtures"
set "modules=product/core,product/remote,product/backends,product/resources,product/transports/native,proof/harness,proof/testkit,product/transports/iiop-idl,product/transports/iiop,product/transports/soap,proof/interop/xts-parent,lab/xts,lab"
:chosen
set "target=%root%%folder%\target"
set "stamp=%root%target\assent-built-%module%"
set "log=%root%target\assent-build-%module%.log"

rem 3. Build. The stamp is there when all of a build is.
if /i "%ASSENT_BUILD%"=="yes" goto build
if not exist "%stamp%" goto build
if exist "%target%\assent-%module%.jar" goto run
:build
if exist "%bin%javac.exe" goto build_jdk
echo assent: building needs a JDK, and %java% is a run-time environment only: install a JDK 17 or later 1>&2
exit /b 1
:build_jdk
echo assent: building; the first time Maven downloads what it needs (log in %log%) 1>&2
if not exist "%root%target" mkdir "%root%target"
if exist "%stamp%" del "%stamp%"
rem Libraries that are no longer needed must not stay on the class path.
if exist "%target%\lib" rmdir /s /q "%target%\lib"
set "MAVEN_OPTS=-XX:TieredStopAtLevel=1 %MAVEN_OPTS%"
pushd "%root%"
call "%root%mvnw.cmd" -B -T1C "-Dstyle.color=never" "-Dassent.parts=all" "-Dassent.lib=%target%\lib" %fixtures% "-Daether.dependencyCollector.impl=bf" "-P!error-prone" -pl "%modules%" package >"%log%" 2>&1
set "status=%errorlevel%"
popd
if "%status%"=="0" goto built
findstr /b /c:"[ERROR]" "%log%" 1>&2
echo assent: the build failed; its log is %log% 1>&2
exit /b 1
:built
echo assent: built 1>&2
type nul >"%stamp%"

rem 4. Run the program, and end with its exit status.
:run
set "class_path=%target%\assent-%module%.jar;%target%\lib\*"
if defined ASSENT_CLASS_PATH set "class_path=%class_path%;%ASSENT_CLASS_PATH%"
"%java%" %tuning% %ASSENT_JAVA_OPTS% -cp "%class_path%" dev.assent.%module%.Main %arguments%
exit /b %errorlevel%
